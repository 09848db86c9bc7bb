// The report of a finished game: asked for, read, walked through, and learnt from.
import { rmSync } from 'node:fs';
import type { Variant } from '../src/generated/protocol';
import { expect, expectAccessible, test, type Person } from './fixtures';
import { launch, newDataDirectory } from './server';

const HERE = { opponent: { type: 'hotSeat' }, time: { type: 'none' } } as const;

/** Plays a game at one screen to its end by asking the server for nothing but the page. */
async function playOut(person: Person, variant: Variant, moves: string, setup?: string): Promise<void> {
  await person.makeGame({ ...HERE, variant, ...(setup && { setup }) });
  for (const [index, move] of moves.split(' ').entries()) {
    await person.move(move);
    await person.seesMoves(index + 1);
  }
}

async function openReport(person: Person): Promise<void> {
  await person.page.getByRole('link', { name: 'Report' }).click();
  await expect(person.page.getByTestId('verdict')).toBeVisible({ timeout: 60_000 });
}

test('a blunder is told with its reason, the reply is shown, and it is asked again', async ({ person }) => {
  const ana = await person();
  await playOut(ana, 'atomic', 'g1f3 h7h6 f3e5 a7a6 e5f7');
  await openReport(ana);
  const verdict = ana.page.getByTestId('verdict');
  await expect(verdict).toContainText('Blunder. Ne5 wins by force: the king explodes in 2 moves.');
  await expect(ana.page.getByRole('button', { name: /^h6 ?, Blunder$/ })).toHaveAttribute('aria-current', 'step');
  await expectAccessible(ana);

  // The refutation on the board, and back.
  await ana.button('Show the reply').click();
  await ana.expectOn('e5', 'white knight');
  await ana.button('Back to the game’s moves').click();
  await ana.page.keyboard.press('ArrowDown');
  await expect(verdict).toContainText('White’s chances: 100 %');
  await ana.page.keyboard.press('ArrowUp');
  await expect(verdict).toContainText('The first position.');
  await ana.page.keyboard.press('n');
  await expect(verdict).toContainText('Blunder');

  // Learn from it: the same move is not taken, the best one is.
  await ana.button('Black’s mistakes').click();
  const mistakes = ana.page.getByTestId('mistakes');
  await expect(mistakes).toContainText('Position 1 of 1');
  await ana.move('h7h6');
  await expect(mistakes).toContainText('h6 is what was played in the game. Try another move.');
  await ana.button('Show the move').click();
  await expect(mistakes).toContainText('The best move is');
  await expectAccessible(ana);
  await ana.button('Next').click();
  await expect(mistakes).toContainText('All done');
  await ana.button('Back to the report').click();
  await expect(verdict).toBeVisible();
});

const GAMES: [Variant, string, string | undefined][] = [
  ['chess', 'f2f3 e7e5 g2g4 d8h4', undefined],
  ['strictatomic', 'e2e4 e7e5 g1f3', undefined],
  ['simpleatomic', 'g1f3 h7h6 f3e5 a7a6 e5f7', undefined],
  ['pawnbattle', 'd2d4 e7e5 d4e5 d7d6 e5d6', '2p'],
];
for (const [variant, moves, setup] of GAMES) {
  test(`a game just played is reported about: ${variant}`, async ({ person }) => {
    const ana = await person();
    await playOut(ana, variant, moves, setup);
    if (!(await ana.game()).outcome) {
      await ana.button('Resign').click();
      await ana.button('Really resign?').click();
    }
    await openReport(ana);
    await expect(ana.page.getByRole('table')).toContainText('Accuracy');
    await expect(ana.page.getByRole('img', { name: /White’s chances after each move/ })).toBeVisible();
  });
}

test('a report is the same for everybody who has its address, on a phone and in Portuguese', async ({ person }) => {
  const ana = await person();
  await playOut(ana, 'atomic', 'g1f3 h7h6 f3e5 a7a6 e5f7');
  await openReport(ana);
  const bia = await person({ locale: 'pt-BR', viewport: { width: 390, height: 844 } });
  await bia.open(new URL(ana.page.url()).pathname);
  await expect(bia.page.getByTestId('verdict')).toContainText(
    'Erro grave. Ce5 vence à força: o rei explode em 2 lances.',
  );
  const wide = await bia.page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  await expectAccessible(bia);
});

/** Everything that a report says: the table, the signs, and what is said of every position. */
async function everything({ page }: Person): Promise<string[]> {
  const said: string[] = [(await page.getByRole('table').textContent()) ?? ''];
  await page.keyboard.press('ArrowUp');
  const plies = await page.locator('[data-ply]').count();
  for (let ply = 0; ply <= plies; ply += 1) {
    said.push((await page.getByTestId('verdict').textContent()) ?? '');
    await page.keyboard.press('ArrowRight');
  }
  said.push((await page.getByRole('group', { name: 'Moves' }).textContent()) ?? '');
  return said;
}

test('a server that is busy is not waited for: the browser makes the report, with the same numbers', async ({
  person,
}) => {
  test.setTimeout(120_000);
  const ana = await person();
  ana.forgives(/503/);
  await playOut(ana, 'atomic', 'g1f3 h7h6 f3e5 a7a6 e5f7');
  const path = `/report/${ana.gameId}`;
  const busy = { error: { code: 'busy', args: {}, message: 'the server is busy' } };
  await ana.page.route('**/api/games/*/report', (route) => route.fulfill({ status: 503, json: busy }));
  await ana.open(path);
  await expect(ana.page.getByTestId('verdict')).toBeVisible({ timeout: 90_000 });
  await expect(ana.page.getByTestId('made-here')).toBeVisible();
  await expectAccessible(ana);
  const bia = await person();
  await bia.open(path);
  await expect(bia.page.getByTestId('verdict')).toBeVisible({ timeout: 60_000 });
  await expect(bia.page.getByTestId('made-here')).toHaveCount(0);
  expect(await everything(ana)).toEqual(await everything(bia));
});

test('two who ask for one report at once get the same, and a server killed in the middle of it makes it again', async ({
  person,
}) => {
  test.setTimeout(120_000);
  const data = newDataDirectory();
  let server = await launch(data);
  const { url } = server;
  try {
    const ana = await person({ baseURL: url });
    const bia = await person({ baseURL: url });
    for (const one of [ana, bia]) one.forgives(/Failed to load resource|WebSocket connection|404/);
    await ana.makeGame({
      variant: 'chess',
      opponent: { type: 'hotSeat' },
      time: { type: 'clock', baseSeconds: 600, incrementSeconds: 0 },
    });
    const moves = 'e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6 e1g1 e8g8';
    for (const [index, move] of moves.split(' ').entries()) {
      await ana.move(move);
      await ana.seesMoves(index + 1);
    }
    await ana.button('Resign').click();
    await ana.button('Really resign?').click();
    await expect(ana.page.getByTestId('ending')).toBeVisible();
    const path = `/report/${ana.gameId}`;
    await Promise.all([ana.open(path), bia.open(path)]);
    for (const { page } of [ana, bia]) await expect(page.getByTestId('making').locator('progress')).toBeVisible();
    await server.end('SIGKILL');
    server = await launch(data, Number(new URL(url).port));
    for (const { page } of [ana, bia]) await expect(page.getByTestId('verdict')).toBeVisible({ timeout: 90_000 });
    expect(await everything(ana)).toEqual(await everything(bia));
    await expect(ana.page.getByTestId('time-used')).toHaveText(/Time used: \d/);
    await expect(ana.page.getByRole('table')).toContainText('Time used');
  } finally {
    await server.end('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
});

test('a game that goes on has no report, and says so', async ({ person }) => {
  const ana = await person();
  const id = await ana.makeGame({ ...HERE, variant: 'chess' });
  await ana.open(`/report/${id}`);
  await expect(ana.page.getByRole('alert')).toContainText('There is a report once the game is over.');
});
