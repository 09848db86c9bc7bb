import { expect, test, type Person } from './fixtures';
import type { LegalMove, Variant } from '../src/generated/protocol';

/** A random number generator with a fixed seed. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function choose(legal: readonly LegalMove[], random: () => number): LegalMove | undefined {
  return legal.find((move) => move.takesKing) ?? legal[Math.floor(random() * legal.length)];
}

/** Plays random moves until the game is over. */
async function playToTheEnd(person: Person): Promise<void> {
  const random = chance(7);
  const ending = person.page.getByTestId('ending');
  for (let turn = 0; turn < 200; turn += 1) {
    await expect(
      person
        .status()
        .filter({ hasText: /Your turn/ })
        .or(ending),
    ).toBeVisible({ timeout: 20_000 });
    if (await ending.isVisible()) return;
    const game = await person.game();
    const { moves, status } = game;
    const legal = await person.legal(game);
    const move = choose(legal, random);
    if (!move || status === 'ended') continue;
    await person.move(move.uci);
    await expect(person.page.locator(`[data-ply="${moves.length + 1}"]`)).toBeVisible();
  }
  throw new Error('the game does not end');
}

const GAMES: [Variant, string][] = [
  ['chess', 'Classic chess'],
  ['atomic', 'Atomic'],
  ['strictatomic', 'Strict Atomic'],
  ['simpleatomic', 'Simple Atomic'],
  ['pawnbattle', 'Pawn Battle'],
];

for (const [variant, name] of GAMES) {
  test(`a whole game of ${variant} against the computer, begun in two clicks`, async ({ person }) => {
    test.slow();
    const me = await person();
    // Somebody who has played before: the level is remembered.
    await me.page.addInitScript(() =>
      localStorage.setItem('estopim.choice', JSON.stringify({ level: 7, color: 'white', setup: '4p' })),
    );
    await me.open('/');
    await me.page.getByText(name, { exact: true }).click();
    await me.button('Play').click();

    await expect(me.status()).toHaveText(/Your turn: White to move/);
    await expect(me.page.getByRole('log')).toContainText('Pavio');
    await playToTheEnd(me);

    const ending = me.page.getByTestId('ending');
    await expect(ending.getByRole('heading')).toHaveText(/You won|You lost|Draw/);
    const { outcome } = await me.game();
    expect(outcome).not.toBeNull();
    await expect(ending.locator('p')).not.toBeEmpty();

    const pgn = await me.page.request.get(`/api/games/${me.gameId}/pgn`);
    expect(await pgn.text()).toContain('[Result ');
    await expect(me.page.getByRole('link', { name: 'PGN' })).toHaveAttribute('href', `/api/games/${me.gameId}/pgn`);

    // The game is stepped through, and is still there after a reload.
    await me.page.locator('body').press('ArrowUp');
    await expect(me.button('First position')).toBeDisabled();
    await me.page.reload();
    await expect(me.page.getByTestId('ending')).toBeVisible();
  });
}

test('the computer can be muted, takes a move back and gives a rematch', async ({ person }) => {
  const me = await person();
  await me.makeGame({
    variant: 'atomic',
    opponent: { type: 'computer', level: 2, color: 'white' },
    time: { type: 'none' },
  });
  await expect(me.page.getByRole('log')).toContainText('Pavio');
  await me.button('Mute Pavio').click();
  await expect(me.page.getByRole('log')).toContainText('Pavio is muted.');
  await me.move('e2e3');
  await me.seesMoves(2);
  await me.button('Take back').click();
  await me.seesMoves(0);
  await me.move('g1f3');
  await me.seesMoves(2);
  await me.button('Resign').click();
  await me.button('Really resign?').click();
  await expect(me.page.getByTestId('ending')).toContainText('You lost');
  const first = me.gameId;
  await me.button('Rematch').click();
  await expect.poll(() => me.gameId).not.toBe(first);
  await expect(me.page.getByTestId('player-white')).toContainText('Pavio');
});

for (const [look, viewport] of [
  ['desktop', { width: 1280, height: 800 }],
  ['phone', { width: 390, height: 844 }],
  ['sideways', { width: 844, height: 390 }],
] as const)
  test(`after three losses in a row an easier level is offered, and one click plays it: ${look}`, async ({
    person,
  }) => {
    const me = await person({ viewport });
    const lost = { variant: 'chess', level: 2, result: 'lost', games: ['one', 'two'] };
    await me.page.addInitScript((streak) => {
      if (localStorage.getItem('estopim.streak') === null)
        localStorage.setItem('estopim.streak', JSON.stringify(streak));
    }, lost);
    await me.makeGame({
      variant: 'chess',
      opponent: { type: 'computer', level: 2, color: 'white' },
      time: { type: 'none' },
    });
    await me.move('e2e4');
    await me.seesMoves(2);
    await expect(me.page.getByTestId('level-offer')).toHaveCount(0);
    await me.button('Resign').click();
    await me.button('Really resign?').click();
    await expect(me.page.getByTestId('level-offer')).toContainText('You have lost 3 in a row');
    // Looked at again it does not count again.
    await me.page.reload();
    await expect(me.page.getByTestId('level-offer')).toContainText('You have lost 3 in a row');
    // It is seen without scrolling.
    await expect(me.button('Play at level 1')).toBeInViewport({ ratio: 1 });
    await expect(me.button('Rematch')).toBeInViewport({ ratio: 1 });
    const before = me.page.url();
    await me.button('Play at level 1').click();
    await expect(me.page).not.toHaveURL(before);
    expect((await me.game()).players.black?.computerLevel).toBe(1);
  });
