// A whole lesson in thirty real browsers, with a teacher and a projector: from the address in the QR code to the standings.
import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { ANIMAL_NAMES } from './figures';
import { launchClass } from './class_server';
import { expect, expectAccessible, Person, test } from './fixtures';
import { newDataDirectory } from './server';

/** How long a person takes to tap. */
const TAP_MS = 2_000;
const CHILDREN = 30;
/** From the start of the program to the thirtieth first move. */
const FIVE_MINUTES_MS = 5 * 60_000;

const PHONE = { width: 390, height: 760 };

/** The first of some, which is there. */
function first(people: readonly (Person | undefined)[]): Person {
  const [person] = people;
  if (!person) throw new Error('nobody is there');
  return person;
}

const own = (page: Page) => page.getByTestId('child-game');
const plyOf = async (page: Page): Promise<number> => Number(await own(page).getAttribute('data-ply'));

/** A child comes in: the address of the QR code, an animal, a colour. */
async function join(child: Person, path: string, number: number): Promise<void> {
  const { page } = child;
  await child.open(path);
  await page.waitForTimeout(TAP_MS);
  await page.getByTestId(`animal-${ANIMAL_NAMES[number % ANIMAL_NAMES.length] ?? ''}`).click();
  await page.waitForTimeout(TAP_MS);
  await page.getByTestId('color-blue').click();
  await expect(page.getByTestId('me')).toBeVisible({ timeout: 60_000 });
}

/**
 * A child plays its first move as soon as it may. The odd child may get another opponent between two taps; then it tries again.
 */
async function firstMove(child: Person): Promise<void> {
  const { page } = child;
  const standing = async () => ({ game: await own(page).getAttribute('data-game'), ply: await plyOf(page) });
  for (;;) {
    await expect(page.getByTestId('child-status')).toHaveText('Your turn!', { timeout: 120_000 });
    const before = await standing();
    await page.waitForTimeout(TAP_MS);
    const uci = (await own(page).getAttribute('data-color')) === 'white' ? 'c2c4' : 'f7f5';
    const tapped = await child.move(uci).then(
      () => true,
      () => false,
    );
    if (tapped) await expect.poll(standing, { timeout: 60_000 }).not.toEqual(before);
    const after = await standing();
    if (after.game === before.game && after.ply > before.ply) return;
  }
}

/** Whose board shows a game. */
async function partnerIn(game: string | null, children: readonly Person[]): Promise<Person> {
  for (;;) {
    for (const child of children) if ((await own(child.page).getAttribute('data-game')) === game) return child;
    await first(children).page.waitForTimeout(200);
  }
}

/** Resigns, as a child's page does not let it: by a message of its own browser. */
async function resign(page: Page): Promise<void> {
  const id = await own(page).getAttribute('data-game');
  await page.evaluate(async (id) => {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    await new Promise((done) => (socket.onopen = done));
    socket.send(JSON.stringify({ type: 'resign', id }));
    await new Promise((done) => setTimeout(done, 500));
    socket.close();
  }, id);
}

// Thirty traces would be larger than the test.
test.use({ trace: 'off' });

for (const killed of [false, true]) {
  test(`a lesson of thirty children${killed ? ' with the server killed in the middle' : ''}`, async ({ browser }) => {
    test.setTimeout(15 * 60_000);
    const data = newDataDirectory();
    const began = Date.now();
    let server = await launchClass(data);
    const { url, code } = server;
    const contexts: Person[] = [];
    const person = async (viewport = PHONE): Promise<Person> => {
      const context = await browser.newContext({ baseURL: url, locale: 'en-US', viewport, serviceWorkers: 'block' });
      const made = new Person(await context.newPage());
      if (killed) made.forgives(/WebSocket|ERR_|Failed to load/);
      contexts.push(made);
      return made;
    };
    try {
      // The teacher gives the PIN; the projector is a second window of the same browser.
      const teacher = await person({ width: 1366, height: 900 });
      await teacher.open('/');
      await teacher.page.getByTestId('pin').fill(server.pin);
      await teacher.page.getByTestId('give-pin').click();
      await expect(teacher.page.getByTestId('class-code')).toHaveText(code);
      const projector = new Person(await teacher.page.context().newPage());
      if (killed) projector.forgives(/WebSocket|ERR_|Failed to load/);
      await projector.open(`/wall/${code}`);
      await expect(projector.page.getByTestId('wall-code')).toHaveText(code);
      const link = (await projector.page.getByTestId('qr').getAttribute('data-link')) ?? '';
      const path = new URL(link).pathname;
      expect(path).toBe(`/j/${code}`);
      await expectAccessible(teacher);

      // Twenty-nine come at once: an odd number.
      const children: Person[] = [];
      for (let number = 0; number < CHILDREN - 1; number += 1) children.push(await person());
      await Promise.all(children.map((child, number) => join(child, path, number)));
      await expect(teacher.page.getByTestId('here')).toContainText('29', { timeout: 60_000 });
      await expect(first(children).page.getByTestId('practice')).toBeVisible();
      await expect(teacher.page.getByTestId('setup')).toHaveValue('4p');
      await teacher.page.getByTestId('pair-random').click();

      // Everybody plays a first move; the thirtieth child comes late and gets the odd one as an opponent.
      const late = await person();
      const lateJoins = join(late, path, CHILDREN - 1);
      await Promise.all([...children.map((child) => firstMove(child)), lateJoins]);
      await expect(own(late.page)).toBeVisible({ timeout: 60_000 });
      const theirs = await own(late.page).getAttribute('data-game');
      const partner = await partnerIn(theirs, children);
      await Promise.all([firstMove(late), firstMove(partner)]);
      children.push(late);
      const tookMs = Date.now() - began;
      console.log(`from the start to the thirtieth first move: ${Math.round(tookMs / 1000)} s`);
      expect(tookMs).toBeLessThan(FIVE_MINUTES_MS);
      await expect(projector.page.getByTestId('board').first()).toBeVisible();

      if (killed) {
        const before = await Promise.all(children.map(({ page }) => plyOf(page)));
        const port = Number(new URL(url).port);
        await server.end('SIGKILL');
        await expect(first(children).page.getByTestId('lost')).toBeVisible({ timeout: 60_000 });
        server = await launchClass(data, port);
        expect(server.code).toBe(code);
        await expect(first(children).page.getByTestId('lost')).toHaveCount(0, { timeout: 60_000 });
        await expect(teacher.page.getByTestId('here')).toContainText('30', { timeout: 60_000 });
        const after = await Promise.all(children.map(({ page }) => plyOf(page)));
        for (const [number, ply] of before.entries()) expect(after[number]).toBeGreaterThanOrEqual(ply);
      }

      // A child leaves and returns: the same board.
      const [gone] = children as [Person];
      const game = await own(gone.page).getAttribute('data-game');
      await gone.page.close();
      await expect(teacher.page.locator('[data-state="away"]')).toHaveCount(1, { timeout: 30_000 });
      const back = new Person(await gone.page.context().newPage());
      await back.open(path);
      await expect(own(back.page)).toHaveAttribute('data-game', game ?? '', { timeout: 30_000 });
      children[0] = back;

      // Freeze: nobody can move, and everybody is told why.
      await teacher.page.getByTestId('freeze').click();
      await expect(back.page.getByTestId('frozen')).toBeVisible();
      await expect(projector.page.getByTestId('wall-frozen')).toBeVisible();
      await teacher.page.getByTestId('resume').click();
      await expect(back.page.getByTestId('frozen')).toHaveCount(0);

      // Undo on a board.
      const board = teacher.page.locator(`[data-testid="board"][data-game="${game ?? ''}"]`);
      const ply = await plyOf(back.page);
      await board.getByTestId('undo').click();
      await expect.poll(() => plyOf(back.page)).toBeLessThan(ply);

      // Ask the class.
      await teacher.page.locator('summary', { hasText: 'One position' }).click();
      await teacher.page.getByTestId('ask').click();
      const answering = children.slice(0, 3);
      for (const [number, child] of answering.entries()) {
        await expect(child.page.getByTestId('question')).toBeVisible();
        // The chosen setup: four pawns, so nothing stands on a2.
        await expect(child.page.locator('[data-testid="question"] [data-square="a2"]')).toHaveAttribute(
          'aria-label',
          /^a2(?!.*pawn)/,
        );
        await child.move(number === 0 ? 'e2e4' : 'c2c4');
        await expect(child.page.getByTestId('own-answer')).toContainText('Your answer');
      }
      await teacher.page.getByTestId('reveal').click();
      await expect(projector.page.getByTestId('answers').locator('li').first()).toContainText('c2c4 × 2');
      await teacher.page.getByTestId('close-question').click();
      await expect(own(back.page)).toBeVisible();

      // The ladder: two wins lead to the next setup.
      await teacher.page.getByTestId('set-ladder').check();
      const mine = teacher.page.getByTestId(`member-${ANIMAL_NAMES[0] ?? ''}-blue`);
      await expect(mine).toContainText('4 pawns');
      for (let win = 0; win < 2; win += 1) {
        const current = (await own(back.page).getAttribute('data-game')) ?? '';
        const opponent = await partnerIn(current, children.slice(1));
        await resign(opponent.page);
        await expect(back.page.getByTestId('child-status')).toContainText('You won', { timeout: 30_000 });
        // The next opponent comes by itself.
        if (win === 0) await expect(own(back.page)).not.toHaveAttribute('data-game', current, { timeout: 60_000 });
      }
      await expect(mine).toContainText('6 pawns', { timeout: 30_000 });

      // Standings, and everything is deleted.
      await teacher.page.getByTestId('show-standings').click();
      await expect(projector.page.getByTestId('standings').locator('tbody tr')).toHaveCount(CHILDREN);
      await expect(projector.page.getByTestId('standings').locator('tbody tr').first()).toContainText('2');
      await teacher.page.getByTestId('tab-after').click();
      await teacher.page.getByTestId('delete').click();
      await teacher.page.getByTestId('delete-now').click();
      await expect(teacher.page.getByTestId('deleted')).toBeVisible();
      await expect(back.page.getByTestId('code')).toBeVisible();
      for (const { complaints } of [...contexts, projector, back]) expect(complaints).toEqual([]);
    } finally {
      for (const { page } of contexts) await page.context().close();
      await server.end('SIGKILL');
      rmSync(data, { recursive: true, force: true });
    }
  });
}
