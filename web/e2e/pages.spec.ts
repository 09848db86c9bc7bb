import { readdirSync } from 'node:fs';
import { NOWHERE, expect, expectAccessible, test } from './fixtures';
import { digestOf } from '../scripts/service-worker';
import { LESSONS } from '../src/features/learn/lessons';

const HERE = { opponent: { type: 'hotSeat' }, time: { type: 'perMove', seconds: 180 } } as const;

const PAGES: [path: string, heading: string, titulo: string][] = [
  ['/', 'What shall we play?', 'Vamos jogar o quê?'],
  ['/games', 'My games', 'Minhas partidas'],
  ['/rules', 'Rules', 'Regras'],
  ['/rules/strictatomic', 'Strict Atomic', 'Atômico estrito'],
  ['/about', 'About Estopim', 'Sobre o Estopim'],
  [NOWHERE, 'There is nothing here', 'Não há nada aqui'],
];

for (const [look, column, options] of [
  ['light, English', 1, { colorScheme: 'light', locale: 'en-US', viewport: { width: 1280, height: 860 } }],
  ['dark, Portuguese, phone', 2, { colorScheme: 'dark', locale: 'pt-BR', viewport: { width: 390, height: 844 } }],
] as const) {
  test(`every page can be read by everyone: ${look}`, async ({ person }) => {
    const me = await person(options);
    for (const page of PAGES) {
      const response = await me.page.goto(page[0]);
      expect(response?.status(), page[0]).toBe(page[0] === NOWHERE ? 404 : 200);
      await expect(me.page.getByRole('heading', { level: 1 })).toHaveText(page[column]);
      await expectAccessible(me);
      expect(await me.page.evaluate(() => document.documentElement.scrollWidth), page[0]).toBeLessThanOrEqual(
        options.viewport.width,
      );
    }
    await me.makeGame({ ...HERE, variant: 'atomic' });
    await me.move('e2e4');
    await me.seesMoves(1);
    await expectAccessible(me);
    await me.makeGame({ ...HERE, variant: 'chess', opponent: { type: 'friend' } });
    await expect(me.page.getByRole('img')).toBeVisible();
    await expectAccessible(me);
  });
}

test('language and colours switch at once and are remembered', async ({ person }) => {
  const me = await person({ colorScheme: 'light' });
  await me.makeGame({ ...HERE, variant: 'atomic' });
  await expect(me.status()).toHaveText('White to move.');
  await me.button('Mudar para português').click();
  await expect(me.status()).toHaveText('As brancas jogam.');
  await expect(me.page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  const background = () => me.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await me.button('Mudar para o tema escuro').click();
  expect(await background()).not.toBe(light);
  const dark = await background();
  await me.page.reload();
  await expect(me.status()).toHaveText('As brancas jogam.');
  expect(await background()).toBe(dark);
  await me.open('/');
  await expect(me.page.getByRole('heading', { level: 1 })).toHaveText('Vamos jogar o quê?');
});

test('the computer speaks the language of the page', async ({ person }) => {
  const me = await person({ locale: 'pt-BR' });
  await me.makeGame({
    variant: 'atomic',
    opponent: { type: 'computer', level: 1, color: 'white' },
    time: { type: 'none' },
  });
  const log = me.page.getByRole('log');
  await expect(log).toContainText('Pavio');
  const said = await log.textContent();
  await me.button('Switch to English').click();
  await expect(log).not.toHaveText(said ?? '');
});

test('Pawn Battle: 18 setups, and one of one’s own', async ({ person }) => {
  const me = await person();
  await me.open('/');
  await me.page.getByText('Pawn Battle', { exact: true }).click();
  const setups = me.page.getByRole('group', { name: 'Where do we start from?' });
  await expect(setups.getByRole('radio')).toHaveCount(19);
  await setups.getByText('Your own').click();
  const pawns = setups.getByRole('group', { name: 'Pawns' });
  for (const file of ['c', 'd', 'e']) await pawns.getByRole('button', { name: `${file}2` }).click();
  await expect(me.page.getByTestId('setup-refusal')).toContainText('two to eight pawns');
  await pawns.getByRole('button', { name: 'a2' }).click();
  await expect(me.page.getByTestId('setup-refusal')).toHaveCount(0);
  const fen = setups.getByRole('textbox', { name: 'Or paste a FEN' });
  await fen.fill('8/3ppp2/8/8/8/8/3PP3/8 w - - 0 1');
  await fen.press('Enter');
  await expect(me.page.getByTestId('setup-refusal')).toContainText('Both sides need the same');
  await fen.fill('1n6/p4p2/8/8/8/8/P4P2/1N6 w - - 0 1');
  await fen.press('Enter');
  await expect(pawns.getByRole('button', { name: 'f2' })).toHaveAttribute('aria-pressed', 'true');
  await expect(me.page.getByTestId('setup-refusal')).toHaveCount(0);
  await me.page.getByText('Pass and play').click();
  await me.button('Play').click();
  await expect(me.status()).toHaveText('White to move.');
  await me.expectOn('a2', 'white pawn');
  await me.expectOn('b8', 'black knight');
  await me.expectOn('e1', 'empty');
});

/** How each lesson ends, in words. */
const ENDS: Record<string, string> = {
  checkmate: 'White won by checkmate.',
  check: 'Your king would be in check from e4.',
  castling: 'Black to move.',
  enpassant: 'Black to move.',
  promotion: 'Black to move.',
  stalemate: 'Draw by stalemate.',
  explosion: 'Black to move.',
  kingblast: 'White won: Black’s king exploded.',
  ownking: 'Your own king would explode.',
  kingcapture: 'A king never captures in this game: it would explode with what it takes.',
  touching: 'Black to move.',
  enpassantblast: 'Black to move.',
  open: 'White won: Black’s king exploded.',
  strict: 'Your king would be open to an explosion: g5 takes f7.',
  plain: 'White won: Black’s king exploded.',
  strictanswer: 'White to move.',
  stricttouching: 'Black to move.',
  simpledanger: 'Black won: White’s king exploded.',
  simpleown: 'Black won: White’s king exploded.',
  simplepawn: 'Black to move.',
  simplecastling: 'There is no castling in this game.',
  pawnhome: 'White won: a pawn has reached the last rank.',
  pawnsgone: 'White won: Black has no pawns left.',
  pawnenpassant: 'Black to move.',
  pawnblocked: 'Draw by stalemate.',
};

for (const [variant, lessons] of Object.entries(LESSONS)) {
  test(`the rules page of ${variant} plays every rule`, async ({ person }) => {
    const me = await person();
    await me.open(`/rules/${variant}`);
    for (const { name } of lessons) {
      const lesson = me.page.getByTestId(`lesson-${name}`);
      await lesson.getByRole('button', { name: 'Show me' }).click();
    }
    for (const { name, moves } of lessons) {
      const lesson = me.page.getByTestId(`lesson-${name}`);
      await expect(lesson.locator('.answer')).toHaveText(ENDS[name] ?? 'no end is written down for this lesson');
      expect(moves.length).toBeGreaterThan(0);
    }
  });
}

test('a reader tries a rule on a lesson’s board', async ({ person }) => {
  const me = await person();
  await me.open('/rules/atomic');
  const lesson = me.page.getByTestId('lesson-explosion');
  await expect(lesson.locator('.answer')).toHaveText('White to move.');
  await me.move('e4d5');
  await expect(lesson.locator('.answer')).toHaveText('Black to move.');
  await me.expectOn('c6', 'empty');
});

test('my games are listed and filtered', async ({ person }) => {
  const me = await person();
  await me.open('/games');
  await expect(me.page.getByText('You have not played yet.')).toBeVisible();
  await me.makeGame({
    variant: 'chess',
    opponent: { type: 'computer', level: 1, color: 'white' },
    time: { type: 'none' },
  });
  await me.move('e2e4');
  await me.seesMoves(2);
  await me.button('Resign').click();
  await me.button('Really resign?').click();
  await expect(me.page.getByTestId('ending')).toBeVisible();
  await me.makeGame({ ...HERE, variant: 'atomic' });
  await me.open('/games');
  await expect(me.page.locator('main li')).toHaveCount(2);
  await me.page.getByLabel('Result').selectOption('lost');
  await expect(me.page.locator('main li')).toHaveCount(1);
  await expect(me.page.locator('main li')).toContainText('Classic chess');
  await me.page.getByLabel('Game').selectOption('atomic');
  await expect(me.page.getByText('None of your games match this choice.')).toBeVisible();
  await me.page.getByLabel('Result').selectOption('');
  await me.page.locator('main li a').click();
  await expect(me.status()).toHaveText('White to move.');
});

test('it installs: a manifest with icons, and a worker that opens the page without a connection', async ({
  person,
}) => {
  const me = await person();
  await me.open('/about');
  const manifest = (await (await me.page.request.get('/manifest.webmanifest')).json()) as { icons: { src: string }[] };
  for (const { src } of manifest.icons) expect((await me.page.request.get(src)).ok(), src).toBe(true);
  await me.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await me.page.reload();
  await expect(me.page.getByRole('heading', { level: 1 })).toHaveText('About Estopim');
  await me.page.context().setOffline(true);
  await me.page.reload();
  await expect(me.page.getByRole('heading', { level: 1 })).toHaveText('About Estopim');
  await me.page.context().setOffline(false);
});

test('nothing comes from elsewhere, and the page is usable within a second', async ({ person }) => {
  const asked: string[] = [];
  const times: number[] = [];
  // A machine that is busy with other tests may be slow now and then; the page itself is not.
  for (let attempt = 0; attempt < 6 && !times.some((ms) => ms < 1000); attempt += 1) {
    const me = await person();
    me.page.on('request', (request) => asked.push(new URL(request.url()).origin));
    await me.open('/');
    await expect(me.button('Play')).toBeEnabled();
    times.push(await me.page.evaluate(() => performance.getEntriesByName('usable')[0]?.startTime ?? Infinity));
  }
  expect(Math.min(...times)).toBeLessThan(1000);
  expect([...new Set(asked)]).toEqual([process.env.ESTOPIM_URL]);
});

test('a page whose code cannot be loaded says so, and is there once it can', async ({ person }) => {
  const scripts = async (path: string): Promise<string[]> => {
    const visitor = await person();
    const seen: string[] = [];
    visitor.page.on('request', (request) => {
      if (request.resourceType() === 'script') seen.push(new URL(request.url()).pathname);
    });
    await visitor.open(path);
    await expect(visitor.page.getByRole('heading', { level: 1 })).toBeVisible();
    return seen;
  };
  const first = await scripts('/');
  const own = (await scripts('/about')).filter((path) => !first.includes(path));
  expect(own.length).toBeGreaterThan(0);

  // What the service worker keeps could not be taken away from the page.
  const me = await person({ serviceWorkers: 'block' });
  await me.open('/');
  for (const path of own) await me.page.route(`**${path}`, (route) => route.abort('connectionrefused'));
  await me.page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(me.page.getByRole('heading', { level: 1 })).toHaveText('This page could not be loaded');
  for (const path of own) await me.page.unroute(`**${path}`);
  await me.button('Load again').click();
  await expect(me.page.getByRole('heading', { level: 1 })).toHaveText('About Estopim');
});

test('the cache of the page has the name of its build, and those of earlier builds are thrown away', async ({
  person,
}) => {
  const me = await person();
  const files = readdirSync(new URL('../dist/assets', import.meta.url)).filter((name) => !/\.(gz|br)$/.test(name));
  const name = `estopim-${digestOf(files.map((file) => `assets/${file}`))}`;
  // Nothing of the page is there yet, but what an earlier build has kept.
  await me.page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
  await me.open('/api/variants');
  await me.page.evaluate(() => caches.open('estopim-of-an-earlier-build'));
  await me.open('/');
  await expect.poll(() => me.page.evaluate(() => caches.keys())).toEqual([name, 'estopim-data']);
});
