import { describe, expect, test } from 'vitest';
import type { ClassBoard } from '../../generated/protocol';
import { largest, pointsInWords, wallOf, withBoard } from './wall';

function board(game: string, white: string | null, black: string | null, more: Partial<ClassBoard> = {}): ClassBoard {
  return {
    game,
    round: 1,
    variant: 'pawnbattle',
    white,
    black,
    computerLevel: null,
    fen: '8/8/8/8/8/8/8/8 w - - 0 1',
    lastMove: null,
    ply: 1,
    turn: 'white',
    outcome: null,
    canWin: false,
    interest: 0,
    movedMs: 0,
    why: [],
    ...more,
  };
}

describe('the wall', () => {
  test('a changed board takes the place of the one before', () => {
    const boards = withBoard([board('a', 'x', 'y'), board('b', 'z', null)], board('a', 'x', 'y', { ply: 2 }));
    expect(boards.map(({ game, ply }) => [game, ply])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
    expect(withBoard(boards, board('c', 'x', 'z'))).toHaveLength(3);
  });
  test('shows the last board of each child', () => {
    const boards = [board('a', 'x', 'y'), board('b', 'z', null), board('c', 'x', 'z')];
    // Y has played only the first game, so it stays.
    expect(wallOf(boards).map(({ game }) => game)).toEqual(['a', 'c']);
    expect(wallOf([...boards, board('d', 'y', 'w')]).map(({ game }) => game)).toEqual(['c', 'd']);
  });
  test('the board with most to see grows, unless the teacher has chosen one', () => {
    const boards = [board('a', 'x', 'y', { interest: 3 }), board('b', 'z', 'w', { interest: 9 })];
    expect(largest(boards, null)?.game).toBe('b');
    expect(largest(boards, 'a')?.game).toBe('a');
    expect(largest([board('a', 'x', 'y', { ply: 0 })], null)).toBeUndefined();
    const over = { winner: 'white', reason: 'pawnHome' } as const;
    expect(largest([board('a', 'x', 'y', { outcome: over, interest: 99 })], null)).toBeUndefined();
  });
});

test.each([
  [0, '0'],
  [1, '½'],
  [2, '1'],
  [7, '3½'],
])('%i half points are %s', (half, words) => {
  expect(pointsInWords(half)).toBe(words);
});
