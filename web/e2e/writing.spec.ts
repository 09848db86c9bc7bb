// What people write: moves and messages.
import { expect, seated, test } from './fixtures';

const HERE = { variant: 'chess', opponent: { type: 'hotSeat' }, time: { type: 'none' } } as const;

test('a refused move stays in its field to be mended, and a played one does not', async ({ person }) => {
  const two = await person();
  await two.makeGame(HERE);
  const field = two.page.locator('#typed-move');
  await two.type('Nf4');
  await expect(two.notice()).toBeVisible();
  await expect(field).toHaveValue('Nf4');
  await two.type('Nf3');
  await two.seesMoves(1);
  await expect(field).toHaveValue('');
});

test('moves are typed in Portuguese letters, and in English ones', async ({ person }) => {
  const two = await person({ locale: 'pt-BR' });
  await two.makeGame(HERE);
  for (const [index, move] of ['Cf3', 'Nf6', 'e3', 'e6', 'Re2', 'cc6'].entries()) {
    await two.type(move);
    await two.seesMoves(index + 1);
  }
  await two.expectOn('e2', 'rei branco');
});

test('a pawn that stands where it is told to go is named', async ({ person }) => {
  const two = await person();
  await two.makeGame({ ...HERE, setup: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' });
  await two.type('e4');
  await expect(two.notice()).toContainText('Your own piece stands on e4.');
});
