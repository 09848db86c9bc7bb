// The page without a server: the process is really stopped. What has been played is sent in when it is back.
import { rmSync } from 'node:fs';
import type { LocalGame } from '../src/features/offline/kept';
import type { PositionAnswer } from '../src/generated/protocol';
import { expect, expectAccessible, test, type Person } from './fixtures';
import { launch, newDataDirectory, type Server } from './server';

/** Has everything kept, by the button that everybody has. */
async function keepEverything(me: Person): Promise<void> {
  await me.open('/');
  await me.page.evaluate(() => navigator.serviceWorker.ready);
  await me.page.reload();
  await me.button('Settings').click();
  await me.button('Keep everything').click();
  await expect(me.page.getByTestId('offline-state')).toContainText('Everything is kept', { timeout: 30_000 });
  await me.button('Close').click();
}

/** Begins a game on the first page, without a server. */
async function begin(me: Person, game: string, opponent: string, color?: string): Promise<void> {
  await me.open('/');
  await expect(me.page.getByTestId('without-server')).toBeVisible({ timeout: 20_000 });
  for (const choice of [game, opponent, ...(color ? [color] : [])])
    await me.page.locator('.start').getByText(choice, { exact: true }).first().click();
  await me.page.locator('.go button').click();
  await expect(me.page).toHaveURL(/\/offline\//);
}

async function hotSeat(me: Person, moves: readonly string[]): Promise<void> {
  for (const [index, move] of moves.entries()) {
    await me.move(move);
    await me.seesMoves(index + 1);
  }
}

test('the computer, two people, a lesson and analysis without a server; then the games are sent in', async ({
  person,
}) => {
  test.setTimeout(180_000);
  const data = newDataDirectory();
  let server: Server | undefined = await launch(data);
  const { url } = server;
  const port = Number(new URL(url).port);
  try {
    const me = await person({ baseURL: url });
    me.forgives(/Failed to load resource|WebSocket connection/);
    await keepEverything(me);
    await server.end('SIGTERM');
    server = undefined;

    // Two people at one screen.
    await begin(me, 'Atomic', 'Pass and play');
    await me.move('e2e5');
    await expect(me.notice()).toContainText('pawn');
    await hotSeat(me, ['g1f3', 'h7h6', 'f3e5', 'a7a6', 'e5f7']);
    await expect(me.status()).toContainText('White won');
    await expectAccessible(me);

    // A whole game against the computer: the person plays whatever is legal until the end.
    await begin(me, 'Pawn Battle', 'The computer', 'White');
    while (await playAnything(me));
    await expect(me.status()).toContainText(/won|lost|Draw/);

    // It is kept over a reload, and analysed.
    await me.page.reload();
    await expect(me.status()).toContainText(/won|lost|Draw/);
    await me.page.getByRole('link', { name: 'Analyse' }).click();
    await expect(me.page.getByTestId('tree').locator('[data-move]').first()).toBeVisible();
    await me.button('Start the engine').click();
    await me.page.keyboard.press('Home');
    await expect(me.page.getByTestId('score')).toBeVisible({ timeout: 20_000 });

    // A lesson.
    await me.open('/learn/rook');
    await me.move('a1a6');
    await expect(me.page.getByTestId('task-words')).toContainText('Done in 1 move');

    // My games say what is kept here and that the server is away.
    await me.open('/games');
    const kept = me.page.getByTestId('offline-games');
    await expect(kept.getByRole('listitem')).toHaveCount(2);
    await me.button('Upload 2 games').click();
    await expect(kept.getByRole('alert').first()).toBeVisible();
    await expect(kept.getByRole('listitem')).toHaveCount(2);

    // The server is back.
    server = await launch(data, port);
    await me.open('/');
    await expect(me.page.getByTestId('offline-waiting')).toContainText('2 games');
    await me.open('/games');
    await me.button('Upload 2 games').click();
    await expect(me.page.getByTestId('offline-sent')).toHaveText('2 games were uploaded.');
    const listed = me.page.locator('main li a[href^="/game/"]');
    await expect(listed).toHaveCount(2);
    await expect(listed.first()).toContainText('played offline');
    await listed.filter({ hasText: 'Atomic' }).click();
    await me.page.getByRole('link', { name: 'Report', exact: true }).click();
    await expect(me.page.getByTestId('verdict')).toContainText('Blunder', { timeout: 60_000 });
    await me.open('/games');
    await expect(me.page.getByTestId('offline-games')).toHaveCount(0);
  } finally {
    await server?.end('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
});

/** Plays the first legal move once the computer has moved; whether the game went on. Another server says what is legal. */
async function playAnything(me: Person): Promise<boolean> {
  await expect(me.status()).not.toContainText('Thinking', { timeout: 20_000 });
  const [game] = await me.page.evaluate(
    () => JSON.parse(localStorage.getItem('estopim.offline.games') ?? '[]') as LocalGame[],
  );
  if (!game || game.outcome) return false;
  const { variant, setup, moves } = game;
  const looked = await me.page.request.post(`${process.env.ESTOPIM_URL}/api/position`, {
    data: { variant, fen: setup, moves },
  });
  const { position } = (await looked.json()) as PositionAnswer;
  // Straight on: the game is soon over.
  const uci = position.legal.at(-1)?.uci ?? '';
  await me.move(uci);
  await expect(me.page.locator('[data-ply]').nth(moves.length)).toBeVisible();
  return true;
}
