import { expect, test } from 'vitest';
import { gamesQuery } from '../../api';
import type { GameSummary } from '../../generated/protocol';
import { resultFor } from './result';

const base: GameSummary = {
  id: 'abcd1234',
  variant: 'chess',
  players: { white: { name: 'Ana' }, black: { name: 'Rui' } },
  you: 'white',
  time: { type: 'none' },
  status: 'ended',
  outcome: { winner: 'white', reason: 'checkmate' },
  plies: 10,
  createdMs: 0,
  endedMs: 1,
};

test.each<[string, Partial<GameSummary>]>([
  ['won', {}],
  ['lost', { you: 'black' }],
  ['over', { you: 'both' }],
  ['drawn', { outcome: { winner: null, reason: 'stalemate' } }],
  ['aborted', { outcome: { winner: null, reason: 'aborted' } }],
  ['unfinished', { outcome: null, status: 'playing' }],
])('a game is %s', (expected, change) => {
  expect(resultFor({ ...base, ...change })).toBe(expected);
});

test('only filters that are set are asked for', () => {
  expect(gamesQuery({ variant: 'atomic', result: undefined, before: 7 })).toBe(
    'mine=1&limit=30&variant=atomic&before=7',
  );
});
