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

/** As many as one could once send at a stroke. */
const BURST = 60;

test('a burst of messages is cut short, and the rest may be muted or blocked', async ({ person }) => {
  const [ana, rui] = [await person(), await person()];
  await ana.page.request.put('/api/me', { data: { nickname: 'Ana Fala' } });
  const [white, black] = await seated(ana, rui, { variant: 'chess', time: { type: 'none' } });
  expect([white, black]).toContain(ana);
  const field = ana.page.getByPlaceholder('Say something');
  const log = rui.page.getByRole('log');
  // All in one go, faster than any hand.
  await field.evaluate((node: HTMLInputElement, burst) => {
    for (let line = 1; line <= burst; line += 1) {
      node.value = `line ${line}!`;
      node.dispatchEvent(new Event('input', { bubbles: true }));
      node.form?.requestSubmit();
    }
  }, BURST);
  await expect(log).toContainText('line 1!');
  await expect(ana.notice()).toContainText('too fast');
  // What was not taken is still there to be sent again.
  await expect(field).toHaveValue(`line ${BURST}!`);
  const { chat } = await rui.game();
  expect(chat.length).toBeGreaterThanOrEqual(5);
  expect(chat.length).toBeLessThanOrEqual(7);

  await rui.button('Mute Ana Fala').click();
  await expect(log).not.toContainText('line 1!');
  await rui.page.reload();
  await expect(log).toContainText('Ana Fala is muted.');
  await expect(log).not.toContainText('line 1!');
  await rui.button('Let Ana Fala talk').click();
  await expect(log).toContainText('line 1!');

  await rui.button('Block Ana Fala').click();
  await expect(log).not.toContainText('line 1!');
  await ana.makeGame({ variant: 'chess', opponent: { type: 'lobby' }, time: { type: 'none' } });
  await expect(ana.status()).toHaveText('Waiting for an opponent.');
  const eva = await person();
  await eva.open('/');
  await expect(eva.page.getByRole('button', { name: /against Ana Fala/ })).toBeVisible();
  const other = await person();
  await other.page.request.put('/api/me', { data: { nickname: 'Outra Pessoa' } });
  await other.makeGame({ variant: 'chess', opponent: { type: 'lobby' }, time: { type: 'none' } });
  await rui.open('/');
  await expect(rui.page.getByRole('button', { name: /against Outra Pessoa/ })).toBeVisible();
  await expect(rui.page.getByRole('button', { name: /against Ana Fala/ })).toHaveCount(0);
});
