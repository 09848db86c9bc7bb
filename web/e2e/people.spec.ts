import { expect, seated, test } from './fixtures';

const GAME = { variant: 'atomic', time: { type: 'perMove', seconds: 180 } } as const;

test('two browsers by link: moves, talk, offers, a spectator, resigning, a rematch with colours swapped', async ({
  person,
}) => {
  const [ana, rui, eva] = [await person(), await person(), await person()];
  await ana.open('/');
  await ana.page.getByText('A friend').click();
  await ana.button('Make a link').click();
  await expect(ana.page.getByRole('img', { name: /Code with the link/ })).toBeVisible();
  const link = await ana.page.getByRole('textbox', { name: 'Link to the game' }).inputValue();

  await rui.open(link);
  await expect(rui.page.getByRole('heading', { name: /invites you to play/ })).toBeVisible();
  await rui.button('Play').click();
  await expect(ana.status()).toContainText('White to move');
  const anaIsWhite = (await ana.game()).you === 'white';
  const [white, black] = anaIsWhite ? [ana, rui] : [rui, ana];

  await white.move('e2e4');
  await black.seesMoves(1);
  await expect(black.status()).toHaveText('Your turn: Black to move.');
  await black.drag('e7e5');
  await white.seesMoves(2);

  // A spectator is counted, sees the moves and cannot make any.
  await eva.open(link);
  await eva.seesMoves(2);
  await expect(eva.page.getByText('watching', { exact: false }).first()).toBeVisible();
  await expect(white.page.getByTestId('spectators')).toContainText('1 person watching');
  await eva.move('d2d4');
  await expect(eva.button('Resign')).toHaveCount(0);
  await expect(eva.page.getByLabel('Type a move')).toHaveCount(0);
  expect((await eva.game()).moves).toHaveLength(2);

  await white.page.getByPlaceholder('Say something').fill('good luck');
  await white.page.getByPlaceholder('Say something').press('Enter');
  await expect(black.page.getByRole('log')).toContainText('good luck');

  await white.button('Take back').click();
  await expect(black.page.getByText('wants to take a move back')).toBeVisible();
  await black.button('Accept').click();
  await white.seesMoves(0);
  await black.seesMoves(0);
  await eva.seesMoves(0);

  await white.move('g1f3');
  await black.seesMoves(1);
  await black.move('g8f6');
  await white.seesMoves(2);
  await white.button('Draw').click();
  await black.button('Decline').click();
  await expect(white.notice()).toContainText('declined');
  await black.button('Draw').click();
  await expect(white.page.getByText('offers a draw')).toBeVisible();
  await white.button('Decline').click();
  await expect(black.notice()).toContainText('declined');

  await black.button('Resign').click();
  await black.button('Really resign?').click();
  for (const [one, words] of [
    [white, /You won.*Black resigned/],
    [black, /You lost.*You resigned/],
    [eva, /White won.*Black resigned/],
  ] as const)
    await expect(one.page.getByTestId('ending')).toHaveText(words);

  const first = white.gameId;
  await white.button('Rematch').click();
  await black.button('Accept').click();
  await expect.poll(() => white.gameId).not.toBe(first);
  await expect.poll(() => black.gameId).toBe(white.gameId);
  await expect(black.status()).toHaveText('Your turn: White to move.');

  // Agreeing ends it.
  await black.move('e2e3');
  await white.seesMoves(1);
  await white.move('e7e6');
  await black.seesMoves(2);
  await black.button('Draw').click();
  await white.button('Accept').click();
  await expect(black.page.getByTestId('ending')).toContainText('by agreement');
});

test('two browsers through the lobby; who leaves for good loses', async ({ person }) => {
  const [ana, rui] = [await person(), await person()];
  await rui.open('/');
  await ana.open('/');
  await ana.page.getByRole('button', { name: /^You are/ }).click();
  await ana.page.getByLabel('What should others call you?').fill('Ana da Lapa');
  await ana.button('Save').click();
  await ana.page.getByText('Anyone', { exact: true }).click();
  await ana.button('Look for an opponent').click();
  await expect(ana.status()).toHaveText('Waiting for an opponent.');

  await rui.page.getByRole('button', { name: /against Ana da Lapa/ }).click();
  await expect(rui.status()).toContainText('White to move');
  await expect(ana.status()).toContainText('White to move');
  const [white, black] = (await ana.game()).you === 'white' ? [ana, rui] : [rui, ana];
  await white.move('e2e4');
  await black.seesMoves(1);
  await black.move('e7e5');
  await white.seesMoves(2);

  await rui.open('/about');
  await expect(ana.page.getByText('not connected')).toBeVisible();
  await ana.button('Claim the win').click();
  await expect(ana.page.getByTestId('ending')).toContainText(/(White|Black) left the game/);
});

test('a premove is played as soon as the turn comes, and given up when it is not possible', async ({ person }) => {
  const [white, black] = await seated(await person(), await person(), { variant: 'chess', time: { type: 'none' } });
  await white.move('e2e4');
  await black.seesMoves(1);
  await white.move('d2d4'); // not White's turn: a premove
  await expect(white.page.locator('square.current-premove')).toHaveCount(2);
  await black.move('e7e5');
  await black.seesMoves(3);
  await white.move('d4d5');
  await black.move('e5d4');
  await expect(white.notice()).toContainText('premove is no longer possible');
  await white.seesMoves(4);
});

test('the time for a move runs out: more time is given, then the game is ended', async ({ person }) => {
  const [white, black] = await seated(await person(), await person(), {
    variant: 'chess',
    time: { type: 'perMove', seconds: 5 },
  });
  const late = white.page.getByRole('alertdialog');
  const other = black.page.getByRole('alertdialog');
  await expect(late).toContainText('Your time for this move is up', { timeout: 15_000 });
  await expect(other).toContainText('White’s time for this move is up');
  await late.getByRole('button', { name: 'Go on playing' }).click();
  await expect(late).toHaveCount(0);

  await other.getByRole('button', { name: 'Give more time' }).click();
  await expect(white.notice()).toContainText('White has the whole time for the move again.');
  await expect(other).toHaveCount(0);

  // Late again, White may still move as long as Black has not ended the game.
  await expect(other).toBeVisible({ timeout: 15_000 });
  await late.getByRole('button', { name: 'Go on playing' }).click();
  await white.move('e2e4');
  await black.seesMoves(1);
  await expect(other).toHaveCount(0);

  await expect(black.page.getByRole('alertdialog')).toContainText('Your time', { timeout: 15_000 });
  await white.page.getByRole('alertdialog').getByRole('button', { name: 'End the game and win' }).click();
  for (const one of [white, black]) await expect(one.page.getByTestId('ending')).toContainText('on time');
  await expect(white.page.getByTestId('ending')).toContainText('You won');
});

test('a reload and a lost connection in mid-game: nothing is missed, an unsent move is sent once', async ({
  person,
}) => {
  const [white, black] = await seated(await person(), await person(), GAME);
  await white.move('e2e4');
  await black.seesMoves(1);
  await black.page.reload();
  await black.seesMoves(1);
  await black.move('e7e5');
  await white.seesMoves(2);

  await white.page.context().setOffline(true);
  await expect(white.page.getByTestId('connection-lost')).toBeVisible();
  await expect(black.page.getByTestId('presence-white')).toHaveText('not connected');
  await white.move('g1f3'); // kept until the connection is back
  await white.expectOn('f3', 'white knight');
  expect((await black.game()).moves).toHaveLength(2);
  await white.page.context().setOffline(false);
  await white.seesMoves(3);
  await black.seesMoves(3);
  await expect(white.page.getByTestId('connection-lost')).toHaveCount(0);

  // What the other side did meanwhile is there too.
  await white.page.context().setOffline(true);
  await expect(white.page.getByTestId('connection-lost')).toBeVisible();
  await black.move('b8c6');
  await black.seesMoves(4);
  await white.page.context().setOffline(false);
  await white.seesMoves(4);
  expect((await white.game()).moves).toHaveLength(4);
});
