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

test('a text of 20 MB, a FEN of another ruleset and every fault are answered in Portuguese; nothing is lost', async ({
  person,
}) => {
  const me = await person({ locale: 'pt-BR' });
  await me.open('/analysis/chess');
  await me.move('e2e4');
  await me.page.getByText('Importar e exportar').click();
  const file = me.page.locator('input[type="file"]');
  const large = Buffer.alloc(20_000_000, '{ x } ');
  await file.setInputFiles({ name: 'large.pgn', mimeType: 'text/plain', buffer: large });
  await expect(me.notice()).toContainText('grande demais');
  const open = async (text: string) => {
    await me.page.getByLabel('PGN ou FEN').fill(text);
    await me.button('Abrir').click();
  };
  await open('8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1');
  await expect(me.notice()).toContainText('É uma posição de Batalha dos Peões');
  await open('1. e4 e5\n2. Ke3 *');
  await expect(me.notice()).toHaveText(/Partida 1, linha 2, lance 2: .*rei/);
  await open('1. e4 ( 1. d4');
  await expect(me.notice()).toHaveText('Partida 1, linha 1: a partida acaba dentro de uma variante; falta “)”.');
  await open('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*');
  await expect(me.notice()).toHaveText(/não é uma posição deste jogo\. As brancas/);
  await expect(tree(me).locator('[data-move]')).toHaveCount(1);
  await open('8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1');
  await me.notice().getByRole('link').click();
  await expect(me.page).toHaveURL(/\/analysis\/pawnbattle\?fen=/);
  await me.expectOn('a2', 'peão branco');
});

test('what another text, link or ruleset replaces is kept, and so are folds', async ({ person }) => {
  const me = await person();
  await me.open('/analysis/chess');
  await take(me, '1. e4 ( 1. d4 d5 ) 1... e5 *');
  const fold = tree(me).getByRole('button', { name: 'Show or hide one variation' });
  await fold.click();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await me.page.reload();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  // Another text, then a position by its link.
  await take(me, '1. c4 ( { not 1. Nf3 } ) 1... c5 *');
  await expect(tree(me)).toContainText('not 1. Nf3');
  expect(await exported(me)).toMatch(/1\. c4 \( ?\{ not 1\. Nf3 \} ?\)/);
  await me.open(`/analysis/chess?fen=${encodeURIComponent('4k3/8/8/8/8/8/8/R3K3 w Q - 0 1')}`);
  await me.expectOn('a1', 'white rook');
  await me.move('a1a8');
  // The link again has what was made of it.
  await me.page.reload();
  await expect(tree(me)).toContainText('Ra8');
  // A game of another ruleset goes to its own board, where something is already.
  await me.open('/analysis/atomic');
  await me.move('e2e4');
  await expect(current(me)).toBeVisible();
  await me.open('/analysis/chess');
  await take(me, '[Variant "Atomic"]\n\n1. Nf3 *');
  await me.notice().getByRole('link').click();
  await expect(tree(me)).toContainText('Nf3');
  await me.page.getByTestId('earlier').locator('summary').click();
  await me.page.getByTestId('earlier').getByRole('button', { name: 'e4', exact: true }).click();
  await expect(tree(me)).toContainText('e4');
  // Everything of the chess board is there.
  await me.open('/analysis/chess');
  const earlier = me.page.getByTestId('earlier');
  await earlier.locator('summary').click();
  await expect(earlier.getByRole('listitem')).toHaveCount(2);
  await earlier.getByRole('button', { name: 'e4 e5', exact: true }).click();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(tree(me)).toContainText('e5');
  await earlier.getByRole('button', { name: 'Delete “c4 c5”' }).click();
  await earlier.getByRole('button', { name: 'Really delete?' }).click();
  await expect(earlier.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(me);
});

test('a file and a dropped file are opened', async ({ person }) => {
  const me = await person();
  await me.open('/analysis/chess');
  await me.page.getByText('Import and export').click();
  await me.page.locator('input[type="file"]').setInputFiles(data('lichess.pgn'));
  await expect(tree(me)).toContainText('It looks at f7.');
  const dropped = await me.page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['1. b3 { dropped } *'], 'dropped.pgn'));
    return transfer;
  });
  await me.page.locator('.analysis').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(tree(me)).toContainText('dropped');
  await expect(me.page.getByTestId('earlier').locator('summary')).toHaveText('One earlier analysis');
});

test('arrows and circles are drawn, kept in the PGN and shown again', async ({ person }) => {
  const me = await person();
  await me.open('/analysis/chess');
  await me.move('e2e4');
  const draw = async (from: string, to: string) => {
    const [start, end] = [await me.spot(from), await me.spot(to)];
    await me.page.mouse.move(start.x, start.y);
    await me.page.mouse.down({ button: 'right' });
    await me.page.mouse.move(end.x, end.y, { steps: 5 });
    await me.page.mouse.up({ button: 'right' });
  };
  await draw('g8', 'f6');
  await draw('d5', 'd5');
  expect(await exported(me)).toMatch(/1\. e4 \{ \[%csl Gd5\] \[%cal Gg8f6\] \}/);
  await me.page.reload();
  await expect(current(me)).toBeVisible();
  await expect(me.page.locator('.cg-shapes line, .cg-shapes circle, .cg-shapes g > *').first()).toBeAttached();
  expect(await exported(me)).toContain('[%csl Gd5] [%cal Gg8f6]');
});

test('the engine shows what is threatened, and goes deeper when asked', async ({ person }) => {
  const me = await person();
  await me.open('/analysis/chess');
  // Black threatens mate on f2, and it is White's move.
  await take(me, 'rnb1kbnr/pppp1ppp/8/2b1p3/4P2q/P7/1PPP1PPP/RNBQKBNR w KQkq - 0 4');
  await me.page.getByLabel('Lines').selectOption('1');
  await me.button('Start the engine').click();
  await me.button('Threat').click();
  const lines = me.page.getByTestId('engine-lines').getByRole('listitem');
  await expect(lines.first()).toContainText('Qxf2#', { timeout: 20_000 });
  await me.button('Threat').click();
  await take(me, '4k3/ppp5/8/8/8/8/PPP5/4K3 w - - 0 1');
  const [list, depth] = [me.page.getByTestId('engine-lines'), me.page.getByTestId('engine-depth')];
  const reached = async () => Number(/Depth (\d+)/.exec((await depth.textContent()) ?? '')?.[1]);
  await expect(list).toHaveAttribute('data-state', 'done', { timeout: 20_000 });
  const before = await reached();
  await me.button('Go deeper').click();
  await expect(list).toHaveAttribute('data-state', 'thinking');
  await expect.poll(reached, { timeout: 40_000 }).toBeGreaterThan(before);
  // In check nobody can pass.
  await take(me, '4k3/8/8/8/8/8/4r3/4K3 w - - 0 1');
  await me.button('Threat').click();
  await expect(me.notice()).toHaveText('While the king is in check nobody can pass.');
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
