// How a game ends, as each reader sees and hears it.
import { expect, seated, test } from './fixtures';

const HERE = { opponent: { type: 'hotSeat' }, time: { type: 'none' } } as const;

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the question whether to resign stays red under the mouse: ${colorScheme}`, async ({ person }) => {
    const two = await person({ colorScheme });
    await two.makeGame({ ...HERE, variant: 'chess' });
    for (const [index, move] of ['e2e4', 'e7e5'].entries()) {
      await two.move(move);
      await two.seesMoves(index + 1);
    }
    await two.button('Resign').click();
    const sure = two.button('Really resign?');
    await sure.hover();
    await expect(sure).toHaveCSS('background-color', 'rgb(193, 40, 31)');
    await expect(sure).toHaveCSS('color', 'rgb(255, 255, 255)');
  });
}

test('an ending is told from the side of each reader', async ({ person }) => {
  const [white, black] = await seated(await person(), await person(), { variant: 'chess', time: { type: 'none' } });
  const eva = await person();
  await white.move('e2e4');
  await black.seesMoves(1);
  await black.move('e7e5');
  await white.seesMoves(2);
  await eva.open(`/game/${white.gameId}`);
  await eva.seesMoves(2);
  await black.button('Resign').click();
  await black.button('Really resign?').click();
  const ending = (who: typeof eva) => who.page.getByTestId('ending');
  await expect(ending(white)).toContainText('You won');
  await expect(ending(white)).toContainText('Black resigned');
  await expect(ending(black)).toContainText('You lost');
  await expect(ending(black)).toContainText('You resigned');
  await expect(ending(eva)).toContainText('White won');
  await expect(ending(eva)).toContainText('Black resigned');
  await black.open('/games');
  await expect(black.page.locator('main li')).toContainText('You lost: you resigned');
  await white.open('/games');
  await expect(white.page.locator('main li')).toContainText('You won: Black resigned');
});

test('at one screen it is said who resigned', async ({ person }) => {
  const two = await person();
  await two.makeGame({ ...HERE, variant: 'chess' });
  for (const [index, move] of ['e2e4', 'e7e5'].entries()) {
    await two.move(move);
    await two.seesMoves(index + 1);
  }
  await two.button('Resign').click();
  await two.button('Really resign?').click();
  await expect(two.page.getByTestId('ending')).toContainText('Black won');
  await expect(two.page.getByTestId('ending')).toContainText('White resigned');
  await two.open('/games');
  await expect(two.page.locator('main li')).toContainText('Black won: White resigned');
});

for (const [locale, word] of [
  ['en-US', 'by stalemate'],
  ['pt-BR', 'por afogamento'],
] as const) {
  test(`stalemate is called by its name: ${locale}`, async ({ person }) => {
    const two = await person({ locale });
    await two.makeGame({ ...HERE, variant: 'chess', setup: '7k/8/5KQ1/8/8/8/8/8 w - - 0 1' });
    await two.move('g6f7');
    await expect(two.page.getByTestId('ending')).toContainText(word);
  });
}

test('the end of a game is announced, with the move that brought it', async ({ person }) => {
  const two = await person();
  await two.makeGame({ ...HERE, variant: 'chess', setup: '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1' });
  await two.move('a1a8');
  await expect(two.page.getByTestId('spoken')).toHaveText(/White plays Ra8#.*White won by checkmate\.$/);

  await two.makeGame({ ...HERE, variant: 'chess' });
  for (const [index, move] of ['e2e4', 'e7e5'].entries()) {
    await two.move(move);
    await two.seesMoves(index + 1);
  }
  await two.button('Resign').click();
  await two.button('Really resign?').click();
  await expect(two.page.getByTestId('spoken')).toHaveText('Black won: White resigned.');
});
