import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { Pgn } from '../../pgn';
import { scoreText, whiteShare } from './engine.svelte';
import { toggled } from './nags';
import { isFen, passed } from './analysis.svelte';
import { commentsOf, shapesIn, wordsIn } from './shapes';
import { endOf, fromPgn, mayMoveBy, moved, movesTo, newTree, nodeAt, sibling, toPgn, withMove, without } from './tree';

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

  test('with an illegal move says where and why', () => {
    const [good, bad] = pgn.list('1. e4 e5 *\n\n[White "B"]\n\n1. e4 e5\n2. Ke3 *\n');
    expect(good).toMatchObject({ plies: 2 });
    expect(bad?.fault).toMatchObject({ game: 2, line: 6, ply: 3, code: 'move', reason: { code: 'notItsMove' } });
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
  expect(whiteShare(score, turn) > 0.5).toBe(text.startsWith('+'));
});

test('a position is told from a game', () => {
  expect(isFen(START)).toBe(true);
  expect(isFen('1. e4 e5 *')).toBe(false);
  expect(passed('8/8/8/8/8/8/8/8 w KQ e3 4 9')).toBe('8/8/8/8/8/8/8/8 b KQ - 4 9');
});
