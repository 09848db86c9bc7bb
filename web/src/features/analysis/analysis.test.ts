import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PgnFaultCode } from '../../generated/wasm';
import { Pgn } from '../../pgn';
import { alsoSpeak, LANGUAGES, speak } from '../../texts.svelte';
import { scoreText } from './engine.svelte';
import { toggled } from './nags';
import { faultInWords, isFen } from './analysis.svelte';
import { MOST_EARLIER, Shelf, type Kept } from './kept';
import { commentsOf, shapesIn, wordsIn } from './shapes';
import {
  change,
  endOf,
  folded,
  fromPgn,
  mayMoveBy,
  moved,
  movesTo,
  newTree,
  nodeAt,
  pathTo,
  placesOf,
  sibling,
  toPgn,
  withMove,
  without,
} from './tree';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const move = (uci: string) => ({ uci, san: uci, fen: `after ${uci}` });

describe('a tree', () => {
  const [one, e4] = withMove(newTree('chess', START), [], move('e2e4'));
  const [two, d4] = withMove(one, [], move('d2d4'));
  const [tree, e5] = withMove(two, e4, move('e7e5'));

  test('keeps every move that was tried', () => {
    expect(tree.root.children.map(({ uci }) => uci)).toEqual(['e2e4', 'd2d4']);
    expect(movesTo(tree, e5)).toEqual(['e2e4', 'e7e5']);
    expect(withMove(tree, [], move('e2e4'))).toEqual([tree, e4]);
    expect(endOf(tree, [])).toEqual(e5);
    expect(sibling(tree, e4, 1)).toEqual(d4);
  });

  test('has its variations promoted, demoted and deleted', () => {
    expect(mayMoveBy(tree, d4, -1) && !mayMoveBy(tree, d4, 1) && !mayMoveBy(tree, [], 1)).toBe(true);
    const promoted = moved(tree, d4, -1);
    expect(promoted.root.children.map(({ uci }) => uci)).toEqual(['d2d4', 'e2e4']);
    expect(moved(promoted, d4, 1)).toEqual(tree);
    expect(nodeAt(without(tree, e4), e5)).toBeUndefined();
  });
});

describe('a PGN', () => {
  let pgn: Pgn;
  beforeAll(async () => {
    const bytes = readFileSync(new URL('../../wasm/pgn.wasm', import.meta.url));
    pgn = new Pgn((await WebAssembly.instantiate(bytes)).instance);
  });
  const read = (name: string) => readFileSync(new URL(`../../../e2e/data/${name}`, import.meta.url), 'utf8');

  test.each([
    ['lichess.pgn', 0],
    ['atomic-study.pgn', 0],
    ['atomic-study.pgn', 1],
  ])('%s, game %i, is a tree and back without loss', (name, number) => {
    const first = pgn.read(read(name), number);
    const written = pgn.write(toPgn(fromPgn(first)));
    const second = pgn.read(written, 0);
    // Tags that every game must have are put in.
    expect(second.tags).toEqual(expect.arrayContaining(first.tags));
    expect(second).toEqual({ ...first, tags: second.tags });
  });

  test('keeps variations that are words alone, and where they stand', () => {
    const text = '1. e4 ( { not now } ) ( 1. d4 ( { nor this } ) d5 ) ( { at last } ) 1... e5 *';
    const first = pgn.read(text, 0);
    expect(first.line.moves[0]?.variations.map(({ comments }) => comments)).toEqual([['not now'], [], ['at last']]);
    const second = pgn.read(pgn.write(toPgn(fromPgn(first))), 0);
    expect(second.line).toEqual(first.line);
  });

  test('keeps its places when it is written and read again', () => {
    const tree = fromPgn(pgn.read('1. e4 ( 1. e4 e5 ) ( 1. d4 d5 ( 1... Nf6 ) ) 1... c5 *', 0));
    const path = ['d2d4', 'g8f6'];
    const promoted = moved(tree, ['e2e4#2'], -1);
    const again = fromPgn(pgn.read(pgn.write(toPgn(promoted)), 0));
    expect(pathTo(again, placesOf(promoted, path))).toEqual(path);
    const old = ['e2e4#2', 'e7e5'];
    const found = pathTo(again, placesOf(promoted, old));
    expect(found && nodeAt(again, found)?.fen).toBe(nodeAt(promoted, old)?.fen);
    expect(pathTo(again, [7])).toBeUndefined();
    expect(folded(change(again, path, (node) => ({ ...node, collapsed: true })))).toEqual([path]);
  });

  const FAULTS: [PgnFaultCode, string][] = [
    ['tag', '[White Ana]\n\n1. e4 *'],
    ['variant', '[Variant "Crazyhouse"]\n\n1. e4 *'],
    ['start', '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *'],
    ['move', '1. e5 *'],
    ['variationWithoutMove', '( 1. e4 ) *'],
    ['strayBracket', '1. e4 ) *'],
    ['openVariation', '1. e4 ( 1. d4'],
    ['openComment', '1. e4 { for ever'],
    ['strayBrace', '1. e4 } *'],
    ['nag', '1. e4 $300 *'],
    ['manyTags', Array.from({ length: 300 }, (_, n) => `[Tag${n} "x"]`).join('\n') + '\n\n*'],
    ['longTag', `[White "${'x'.repeat(10_000)}"]\n\n*`],
    ['manyMoves', '1. ' + 'Nf3 Nf6 Ng1 Ng8 '.repeat(12_501)],
    ['deepVariations', '1. e4 ' + '( 1. d4 '.repeat(70)],
    ['longComment', `1. e4 { ${'x'.repeat(70_000)} } *`],
    ['longComments', '1. e4 ' + `{ ${'x'.repeat(60_000)} } `.repeat(71) + ' *'],
  ];

  test.each(FAULTS)('with the fault %s says so in both languages, with its line', async (code, text) => {
    const fault = pgn.list(text)[0]?.fault;
    expect(fault).toMatchObject({ code, game: 1 });
    if (!fault) return;
    expect(fault.line).toBeGreaterThan(0);
    vi.stubGlobal('document', { documentElement: {} });
    const said: string[] = [];
    for (const language of LANGUAGES) {
      await speak(language);
      await alsoSpeak('analysis');
      said.push(faultInWords(fault));
    }
    const [portuguese = '', english = ''] = said;
    expect(portuguese).toMatch(/^Partida 1, linha \d+/);
    expect(english).toMatch(/^Game 1, line \d+/);
    // No words of one language in a sentence of the other, but for what stood in the text.
    expect(portuguese).not.toMatch(/\b(the|is|of|more than|expected|found|no)\b/);
    expect(said.join()).not.toMatch(/pgn-fault|fault-|\{/);
  });

  test('with an illegal move says where and why', () => {
    const [good, bad] = pgn.list('1. e4 e5 *\n\n[White "B"]\n\n1. e4 e5\n2. Ke3 *\n');
    expect(good).toMatchObject({ plies: 2 });
    expect(bad?.fault).toMatchObject({ game: 2, line: 6, ply: 3, code: 'move', reason: { code: 'notItsMove' } });
  });
});

describe('what is kept', () => {
  const analysis = (id: string, more: Partial<Kept> = {}): Kept => ({
    id,
    pgn: `{ ${id} } *`,
    places: [],
    folds: [],
    title: id,
    at: 1,
    blank: false,
    ...more,
  });
  let stored: Map<string, string>;
  let room: boolean;
  beforeEach(() => {
    stored = new Map();
    room = true;
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (!room) throw new Error('no room');
        stored.set(key, value);
      },
    });
  });
  const ids = (shelf: Shelf) => [shelf.board?.id, ...shelf.earlier.map(({ id }) => id)];

  test('an analysis overwrites itself, and sends another to the earlier ones', () => {
    const shelf = new Shelf('atomic');
    for (const id of ['a', 'a', 'b']) shelf.put(analysis(id));
    expect(ids(shelf)).toEqual(['b', 'a']);
    shelf.put(analysis('a'));
    expect(ids(shelf)).toEqual(['a', 'b']);
    shelf.put(analysis('blank', { blank: true }));
    shelf.put(analysis('c', { source: 'game/x' }));
    expect(ids(shelf)).toEqual(['c', 'a', 'b']);
    expect(shelf.from('game/x')?.id).toBe('c');
    shelf.forget('a');
    expect(ids(shelf)).toEqual(['c', 'b']);
    expect(ids(new Shelf('chess'))).toEqual([undefined]);
  });

  test('what an older page kept is not lost, and what is no analysis is ignored', () => {
    stored.set('estopim.analysis.chess', '{"pgn":"1. e4 *","path":["e2e4"]}');
    const shelf = new Shelf('chess');
    shelf.put(analysis('new'));
    expect(shelf.earlier[0]?.pgn).toBe('1. e4 *');
    stored.set('estopim.analysis.chess.earlier', '[7,null,{"pgn":1}]');
    expect(shelf.earlier).toEqual([]);
  });

  test('it is bounded, and says when the browser has no room', () => {
    const shelf = new Shelf('chess');
    for (let n = 0; n < MOST_EARLIER + 5; n += 1) expect(shelf.put(analysis(`n${n}`))).toBe(true);
    expect(shelf.earlier).toHaveLength(MOST_EARLIER);
    room = false;
    expect(shelf.put(analysis('late'))).toBe(false);
    expect(shelf.board?.id).toBe(`n${MOST_EARLIER + 4}`);
  });
});

test('arrows and circles live in comments', () => {
  const comments = ['[%csl Rd4,Ge5] [%cal Gg1f3] a plan', 'more'];
  const shapes = [
    { from: 'd4', brush: 'red' },
    { from: 'e5', brush: 'green' },
    { from: 'g1', to: 'f3', brush: 'green' },
  ];
  expect(shapesIn(comments)).toEqual(shapes);
  expect(wordsIn(comments)).toBe('a plan\nmore');
  expect(commentsOf(wordsIn(comments), shapesIn(comments))).toEqual(comments);
  expect(commentsOf('', [])).toEqual([]);
});

test('a move has one judgement of each kind', () => {
  expect(toggled([1, 16], 2)).toEqual([2, 16]);
  expect(toggled([2, 16], 16)).toEqual([2]);
});

test.each([
  [{ type: 'centipawns', value: 35 }, 'white', '+0.35'],
  [{ type: 'centipawns', value: 35 }, 'black', '−0.35'],
  [{ type: 'mate', moves: -3 }, 'black', '+#3'],
] as const)('%o with %s to move is %s', (score, turn, text) => {
  expect(scoreText(score, turn)).toBe(text);
});

test('a position is told from a game', () => {
  expect(isFen(START)).toBe(true);
  expect(isFen('1. e4 e5 *')).toBe(false);
});
