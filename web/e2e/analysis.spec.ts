import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Variant } from '../src/generated/protocol';
import { expect, expectAccessible, test, type Person } from './fixtures';

const data = (name: string): string => join(import.meta.dirname, 'data', name);
const python = process.env.ESTOPIM_PYTHON ?? join(import.meta.dirname, '../../.venv/bin/python');

/** Opens a text in the analysis board. */
async function take(me: Person, text: string): Promise<void> {
  const field = me.page.getByLabel('PGN or FEN');
  if (!(await field.isVisible())) await me.page.getByText('Import and export').click();
  await field.fill(text);
  await me.button('Open').click();
}

/** The PGN that the board writes. */
async function exported(me: Person): Promise<string> {
  const field = me.page.getByLabel('PGN or FEN');
  if (!(await field.isVisible())) await me.page.getByText('Import and export').click();
  await field.fill('');
  await me.button('Copy PGN').click();
  await expect(field).not.toHaveValue('');
  return field.inputValue();
}

const tree = (me: Person) => me.page.getByTestId('tree');
const current = (me: Person) => tree(me).locator('[aria-current="step"]');

/** Says with python-chess whether two texts are the same games. */
function compare(one: string, other: string, folder: string): void {
  expect(existsSync(python), `${python} is missing: make python`).toBe(true);
  const paths = [join(folder, 'one.pgn'), join(folder, 'other.pgn')] as const;
  writeFileSync(paths[0], one);
  writeFileSync(paths[1], other);
  execFileSync(python, [data('compare.py'), ...paths]);
}

test('a game with variations comes in and goes out without loss', async ({ person }, info) => {
  const me = await person();
  await me.open('/analysis/chess');
  const text = readFileSync(data('lichess.pgn'), 'utf8');
  await take(me, text);
  await expect(tree(me).getByRole('group', { name: 'Variation' })).toHaveCount(4);
  await expect(tree(me)).toContainText('It looks at f7.');
  const folder = info.outputPath();
  execFileSync('mkdir', ['-p', folder]);
  compare(text, await exported(me), folder);
});

test('a study has several games, and one is chosen', async ({ person }, info) => {
  const me = await person();
  await me.open('/analysis/atomic');
  const text = readFileSync(data('atomic-study.pgn'), 'utf8');
  await take(me, text);
  await me.page.getByTestId('picker').getByRole('button').first().click();
  await expect(tree(me)).toContainText('everything near c6 goes');
  const first = text.slice(0, text.indexOf('[Event "Atomic study: a rook'));
  const folder = info.outputPath();
  execFileSync('mkdir', ['-p', folder]);
  compare(first, await exported(me), folder);
});

test('a tree is edited, kept over a reload, and exported', async ({ person }) => {
  const me = await person();
  await me.open('/analysis/chess');
  for (const move of ['e2e4', 'e7e5']) await me.move(move);
  await me.page.keyboard.press('Home');
  await me.move('d2d4');
  await expect(tree(me).getByRole('group', { name: 'Variation' })).toHaveCount(1);
  await me.button('Promote').click();
  await me.button('Good move').click();
  await me.page.getByLabel('Comment').fill('The queen’s pawn.');
  await me.page.getByLabel('Comment').blur();
  await expect(tree(me)).toContainText('1. d4!');
  expect(await exported(me)).toMatch(/1\. d4 \$1 \{ The queen’s pawn\. \} \(1\. e4 e5\) \*/);
  await me.page.reload();
  await expect(tree(me)).toContainText('1. d4!');
  await expect(current(me)).toHaveText(/d4!/);
  await me.button('Delete').click();
  await expect(tree(me)).not.toContainText('d4');
});

test('bad texts are refused with line and move', async ({ person }) => {
  const me = await person();
  await me.open('/analysis/chess');
  await take(me, '1. e4 e5\n2. Ke3 *');
  await expect(me.notice()).toHaveText(/Game 1, line 2, move 2: A king does not move like that/);
  await take(me, '8/8/8/8/8/8/8/8 w - - 0 1');
  await expect(me.notice()).toHaveText(/White has no king\. Black has no king\./);
  await take(me, 'hello');
  await expect(me.notice()).not.toHaveText('');
  await take(me, `{ ${'x'.repeat(8_100_000)} }`);
  await expect(me.notice()).toHaveText(/too large/);
  await take(me, '[Variant "Atomic"]\n\n1. e4 *');
  await expect(me.notice()).toContainText('a game of Atomic');
});

const GAMES: [Variant, string][] = [
  ['chess', 'e2e4'],
  ['atomic', 'g1f3'],
  ['strictatomic', 'g1f3'],
  ['simpleatomic', 'g1f3'],
  ['pawnbattle', 'e2e4'],
];

for (const [variant, move] of GAMES) {
  test(`the engine shows its lines in ${variant}`, async ({ person }) => {
    const me = await person();
    await me.open(`/analysis/${variant}`);
    await me.page.getByLabel('Lines').selectOption('3');
    await me.button('Start the engine').click();
    const lines = me.page.getByTestId('engine-lines').getByRole('listitem');
    await expect(lines).toHaveCount(3, { timeout: 20_000 });
    await expect(me.page.getByTestId('engine-depth')).toHaveText(/Depth \d+, .* positions/);
    await me.move(move);
    await expect(lines).toHaveCount(3, { timeout: 20_000 });
    await lines.first().getByRole('button').click();
    await expect(current(me)).toBeVisible();
    await expect(tree(me).locator('[data-move]')).toHaveCount(2);
    await me.button('Stop the engine').click();
    await expect(lines).toHaveCount(0);
  });
}

test('everything goes by the keyboard alone', async ({ person }) => {
  const me = await person();
  await me.open('/analysis/atomic');
  await expect(me.status()).toHaveText(/White to move/);
  const { keyboard } = me.page;
  for (const move of ['Nf3', 'f6', 'Nd4']) {
    await keyboard.press('m');
    await keyboard.type(move);
    await keyboard.press('Enter');
    await me.page.locator('#typed-move').blur();
  }
  await expect(current(me)).toContainText('Nd4');
  await keyboard.press('ArrowLeft');
  await expect(current(me)).toContainText('f6');
  await keyboard.press('m');
  await keyboard.type('Ne5');
  await keyboard.press('Enter');
  await me.page.locator('#typed-move').blur();
  await keyboard.press('p');
  await expect(tree(me).locator('[data-move]').nth(2)).toContainText('Ne5');
  await keyboard.press('ArrowDown');
  await expect(current(me)).toContainText('Nd4');
  await keyboard.press('Delete');
  await expect(tree(me)).not.toContainText('Nd4');
  await keyboard.press('Home');
  await expect(current(me)).toHaveCount(0);
  await keyboard.press('e');
  await expect(me.page.getByTestId('score')).toBeVisible({ timeout: 20_000 });
  await keyboard.press(' ');
  await expect(current(me)).toHaveCount(1);
});

test('the rules tell what captures take and what changes under other rules', async ({ person }) => {
  const me = await person();
  await me.open('/analysis/atomic');
  await take(me, 'rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2');
  await me.page.getByText('What each capture would take').click();
  await expect(me.page.getByTestId('blasts')).toHaveText(/e4×d5: .*white pawn e4/);
  await me.page.getByText('The same position under other rules').click();
  await expect(me.page.getByTestId('other-rules')).toContainText('Classic chess');
  await me.page.getByText('Set up a position').click();
  await me.button('Empty the board').click();
  await expect(me.page.getByTestId('faults').getByRole('listitem')).not.toHaveCount(0);
});

test('a finished game is opened by its link, a running one is not', async ({ person }) => {
  const me = await person();
  await me.makeGame({ variant: 'chess', opponent: { type: 'hotSeat' }, time: { type: 'none' } });
  const running = me.gameId;
  for (const [number, move] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries()) {
    if (number === 2) {
      await me.open(`/analysis/chess?game=${running}`);
      await expect(me.notice()).not.toHaveText('');
      await me.open(`/game/${running}`);
    }
    await me.move(move);
    await me.seesMoves(number + 1);
  }
  await me.page.getByRole('link', { name: 'Analyse' }).click();
  await expect(tree(me)).toContainText('Qh4#');
});

for (const [look, options, heading] of [
  ['desktop, English', { locale: 'en-US', viewport: { width: 1280, height: 800 } }, 'Analysis: Atomic'],
  [
    'phone, Portuguese, dark',
    { locale: 'pt-BR', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
    'Análise: Atômico',
  ],
  ['phone on its side', { locale: 'en-US', viewport: { width: 844, height: 390 } }, 'Analysis: Atomic'],
] as const) {
  test(`everyone can use it: ${look}`, async ({ person }) => {
    const me = await person(options);
    await me.open('/analysis/atomic');
    await expect(me.page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await me.move('g1f3');
    await expect(current(me)).toHaveCount(1);
    for (const summary of await me.page.locator('main summary').all()) await summary.click();
    await expectAccessible(me);
    expect(await me.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      options.viewport.width,
    );
  });
}
