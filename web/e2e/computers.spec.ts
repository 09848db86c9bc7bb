// The computer against itself, and hints against it: rules and engine in the browser.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, type Person } from './fixtures';

const GAMES = [
  ['chess', 'Classic chess'],
  ['atomic', 'Atomic'],
  ['strictatomic', 'Strict Atomic'],
  ['simpleatomic', 'Simple Atomic'],
  ['pawnbattle', 'Pawn Battle'],
] as const;

const moveCount = (page: Page) => page.locator('[data-ply]').count();
const chosen = (me: Person, choice: object) =>
  me.page.addInitScript((stored) => localStorage.setItem('estopim.duel', JSON.stringify(stored)), choice);

for (const [variant, name] of GAMES) {
  test(`two computers play ${variant}: step by step, on their own, and not when they are stopped`, async ({
    person,
  }) => {
    const me = await person();
    await chosen(me, { levels: { white: 3, black: 1 }, pace: 'fast' });
    await me.open('/computers');
    await me.page.getByLabel('Game').selectOption(name);
    await expect(me.page.getByTestId('status')).toHaveText('White to move.');
    await me.button('One move').click();
    await me.seesMoves(1);
    await expect(me.page.getByTestId('status')).toHaveText('Black to move.');
    await expect(me.page.getByTestId('spoken')).toContainText('White plays');
    await me.button('One move').click();
    await me.seesMoves(2);
    await me.button('Resume').click();
    // A short game may be over before that.
    const isOver = async () => /won|Draw/.test((await me.page.getByTestId('status').textContent()) ?? '');
    await expect.poll(async () => (await moveCount(me.page)) >= 5 || (await isOver())).toBe(true);
    const pause = me.button('Pause');
    if (await pause.isVisible()) await pause.click({ timeout: 2_000 }).catch(() => undefined);
    await expect(pause).toHaveCount(0);
    const count = await moveCount(me.page);
    await me.page.locator('body').press('ArrowUp');
    await expect(me.button('First position')).toBeDisabled();
    await me.page.locator('body').press('ArrowDown');
    await me.seesMoves(count);
    await me.button('New game').click();
    await me.seesMoves(0);
  });
}

test('a game of two computers is played to its end, and its levels and pace are remembered', async ({ person }) => {
  const me = await person();
  await chosen(me, { variant: 'pawnbattle', setup: '2p', levels: { white: 12, black: 1 }, pace: 'slow' });
  await me.open('/computers');
  await me.page.getByText('Fast', { exact: true }).click();
  await me.button('Start').click();
  await expect(me.page.getByTestId('status')).toHaveText(/(White|Black) won|Draw/, { timeout: 40_000 });
  await expect(me.button('Resume')).toBeDisabled();
  await expect(me.button('One move')).toBeDisabled();
  await expect(me.page.getByTestId('side-white')).toContainText('level 12');
  await expect(me.page.getByTestId('side-black')).toContainText('level 1');
});

test('two computers and the lessons need no server once they are loaded', async ({ person }) => {
  const me = await person();
  await chosen(me, { levels: { white: 3, black: 2 }, pace: 'fast' });
  await me.open('/computers');
  await me.button('One move').click();
  await me.seesMoves(1);
  await me.open('/learn/rook');
  await expect(me.page.locator('.board:not(.look)')).toBeVisible();
  await me.page.context().setOffline(true);
  await me.move('a1a6');
  await expect(me.page.getByTestId('task-words')).toContainText('3 stars');
  await me.page.context().setOffline(false);
  await me.open('/computers');
  await me.button('One move').click();
  await me.seesMoves(1);
  await me.page.context().setOffline(true);
  await me.button('Resume').click();
  await expect.poll(() => moveCount(me.page)).toBeGreaterThanOrEqual(4);
});

for (const [look, options] of [
  ['desktop', { viewport: { width: 1280, height: 800 } }],
  ['phone', { viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'pt-BR' }],
  ['sideways', { viewport: { width: 844, height: 390 }, locale: 'pt-BR' }],
] as const) {
  test(`two computers, seen whole: ${look}`, async ({ person }) => {
    const me = await person(options);
    await me.open('/computers');
    await expect(me.page.locator('.board')).toBeInViewport({ ratio: 1 });
    await expect(me.button(look === 'desktop' ? 'Start' : 'Começar')).toBeInViewport({ ratio: 1 });
    await expectAccessible(me);
    const width = await me.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(options.viewport.width);
  });
}

const MATE_IN_ONE = 'rnbqkbnr/pppp1ppp/8/4p1N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1';

test('a hint shows a move, then why, and goes with the next move', async ({ person }) => {
  const me = await person();
  await me.makeGame({
    variant: 'atomic',
    opponent: { type: 'computer', level: 1, color: 'white' },
    time: { type: 'none' },
    setup: MATE_IN_ONE,
  });
  const hint = me.page.getByTestId('hint');
  await me.button('Hint').click();
  await expect(hint).toContainText('Try Nxf7');
  await expect(me.page.locator('.board svg.cg-shapes g')).not.toHaveCount(0);
  await expect(hint).not.toContainText('wins');
  await me.button('Why?').click();
  await expect(hint).toContainText('It wins at once. The explosion takes:');
  await expect(hint).toContainText('black king e8');
  await expectAccessible(me);
  await me.move('g5f7');
  await expect(me.page.getByTestId('ending')).toContainText('You won');
  await expect(hint).toHaveCount(0);
});

test('a hint in chess tells what it captures, in Portuguese too', async ({ person }) => {
  const me = await person({ locale: 'pt-BR' });
  await me.makeGame({
    variant: 'chess',
    opponent: { type: 'computer', level: 1, color: 'white' },
    time: { type: 'none' },
    setup: '4k3/8/8/3q4/8/2N5/8/4K2R w - - 0 1',
  });
  await me.button('Dica').click();
  const hint = me.page.getByTestId('hint');
  await expect(hint).toContainText('Experimente Cxd5');
  await me.button('Por quê?').click();
  await expect(hint).toContainText('Captura: dama preta d5.');
});

test('hints are for games against the computer, on one’s own turn', async ({ person }) => {
  const me = await person();
  await me.makeGame({ variant: 'chess', opponent: { type: 'hotSeat' }, time: { type: 'none' } });
  await me.seesMoves(0);
  await expect(me.button('Hint')).toHaveCount(0);
  await me.makeGame({
    variant: 'chess',
    opponent: { type: 'computer', level: 1, color: 'white' },
    time: { type: 'none' },
  });
  await expect(me.button('Hint')).toBeEnabled();
});
