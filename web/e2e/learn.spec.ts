// How the pieces move: lessons with tasks on the board, judged by the rules.
import { expect, expectAccessible, test, type Person } from './fixtures';
import { GROUPS, TASKS } from '../src/features/course/tasks';

const LESSONS = GROUPS.flatMap(({ lessons }) => lessons);
const words = (me: Person) => me.page.getByTestId('task-words');
const onward = (me: Person) => me.page.locator('.buttons .primary');

/** Plays moves, each once the board may be moved on. */
async function play(me: Person, moves: readonly string[]): Promise<void> {
  for (const move of moves) {
    await expect(me.page.locator('.board:not(.look)')).toBeVisible();
    await me.move(move);
  }
}

for (const name of LESSONS) {
  test(`the lesson “${name}”: every task is done in as few moves as it says, and earns three stars`, async ({
    person,
  }) => {
    const me = await person();
    await me.open(`/learn/${name}`);
    const { tasks } = TASKS[name];
    for (const [index, { solution }] of tasks.entries()) {
      await expect(me.page.getByRole('heading', { level: 2 })).toHaveText(`Task ${index + 1} of ${tasks.length}`);
      await play(me, solution);
      await expect(words(me)).toContainText(`Done in ${solution.length} move`);
      await expect(words(me)).toContainText('3 stars');
      await expect(onward(me)).toBeFocused();
      if (index < tasks.length - 1) await onward(me).click();
    }
    await expect(me.page.getByText(`Lesson complete: ${tasks.length * 3} of ${tasks.length * 3} stars`)).toBeVisible();
    // The stars are still there later, and among all lessons.
    await me.open('/learn');
    const link = me.page.locator(`a[href="/learn/${name}"].card`);
    await expect(link).toContainText(`${tasks.length * 3} of ${tasks.length * 3} stars`);
    await expect(link).toContainText(`${tasks.length * 3}/${tasks.length * 3}`);
  });
}

test('a detour costs stars, and a better try brings them', async ({ person }) => {
  const me = await person();
  await me.open('/learn/rook');
  await play(me, ['a1b1', 'b1b6', 'b6a6']);
  await expect(words(me)).toHaveText('Done in 3 moves. It can be done in 1. 1 star.');
  await expect(me.button('Task 1, 1 star')).toBeVisible();
  await me.button('Start over').click();
  await play(me, ['a1a6']);
  await expect(me.button('Task 1, 3 stars')).toBeVisible();
  await me.page.reload();
  await expect(me.button('Task 1, 3 stars')).toBeVisible();
  // The next open task is there at once.
  await expect(me.page.getByRole('heading', { level: 2 })).toHaveText('Task 2 of 3');
});

test('what the rules refuse is refused with the reason, and costs nothing', async ({ person }) => {
  const me = await person();
  await me.open('/learn/bishop');
  await play(me, ['c1c5']);
  await expect(words(me)).toHaveText('A bishop does not move like that.');
  await play(me, ['c1g5']);
  await expect(words(me)).toContainText('3 stars');
  await me.open('/learn/castling');
  await me.button('Task 3, no stars yet').click();
  await play(me, ['e1g1']);
  await expect(words(me)).toContainText('in check on f1 from a6');
  await me.open('/learn/strict');
  await play(me, ['a2a3']);
  await expect(words(me)).toContainText('open to an explosion: g4 takes f2');
});

test('a wrong move is told, and the task begins anew', async ({ person }) => {
  const me = await person();
  await me.open('/learn/explosion');
  await me.button('Task 3, no stars yet').click();
  await play(me, ['d1d5']);
  await expect(words(me)).toHaveText('Not this time. Start over and try another move.');
  await me.button('Start over').click();
  await me.expectOn('d1', 'white queen');
  await play(me, ['e4d5']);
  await expect(words(me)).toContainText('3 stars');
});

test('Black answers where the task says so, and stalemate is no win', async ({ person }) => {
  const me = await person();
  await me.open('/learn/pawns');
  await play(me, ['e6e7']);
  await expect(words(me)).toContainText('Black plays c2');
  await me.expectOn('c2', 'black pawn');
  await me.open('/learn/checkmate');
  await me.button('Task 2, no stars yet').click();
  await play(me, ['c2c7']);
  await expect(words(me)).toHaveText('Not this time. Start over and try another move.');
});

test('the solution is shown, and earns nothing', async ({ person }) => {
  const me = await person();
  await me.open('/learn/knight');
  await me.button('Show me').click();
  await expect(words(me)).toHaveText('That is how. Now it is your turn.');
  await expect(me.button('Task 1, no stars yet')).toBeVisible();
  await me.button('Start over').click();
  await me.expectOn('g1', 'white knight');
});

test('a lesson by keys alone, heard by a screen reader', async ({ person }) => {
  const me = await person();
  await me.open('/learn/king');
  const square = (name: string) => me.page.locator(`[data-square="${name}"]`);
  await expect(square('e2')).toHaveAttribute('aria-label', 'e2, empty, star');
  await expect(me.page.locator('.board:not(.look)')).toBeVisible();
  await square('e2').focus();
  for (const key of ['ArrowDown', 'Enter', 'ArrowUp', 'Enter']) await me.page.keyboard.press(key);
  await expect(words(me)).toHaveText('2 to go.');
  await expect(square('e2')).toHaveAttribute('aria-label', 'e2, white king');
  for (const keys of [
    ['Enter', 'ArrowUp', 'ArrowRight', 'Enter'],
    ['Enter', 'ArrowUp', 'Enter'],
  ]) {
    await expect(me.page.locator('.board:not(.look)')).toBeVisible();
    for (const key of keys) await me.page.keyboard.press(key);
  }
  await expect(words(me)).toHaveText('Done in 3 moves! 3 stars.');
  await expect(onward(me)).toBeFocused();
  await me.page.keyboard.press('Enter');
  await expect(me.page.getByRole('heading', { level: 2 })).toHaveText('Task 2 of 3');
  // Straight on to the board.
  await expect(square('e2')).toBeFocused();
});

for (const [look, options] of [
  ['desktop', { viewport: { width: 1280, height: 800 } }],
  ['phone', { viewport: { width: 390, height: 844 }, locale: 'pt-BR', colorScheme: 'dark' }],
  ['sideways', { viewport: { width: 844, height: 390 }, locale: 'pt-BR' }],
] as const) {
  test(`a lesson is seen whole: ${look}`, async ({ person }) => {
    const me = await person(options);
    for (const path of ['/learn', '/learn/castling', '/learn/explosion']) {
      await me.open(path);
      await expect(me.page.getByRole('heading', { level: 1 })).toBeVisible();
      if (path !== '/learn') {
        await expect(me.page.locator('.board:not(.look)')).toBeVisible();
        await expect(me.page.locator('.board')).toBeInViewport({ ratio: 1 });
        await expect(me.page.locator('.goal')).toBeInViewport({ ratio: 1 });
      }
      await expectAccessible(me);
      const width = await me.page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(options.viewport.width);
    }
  });
}
