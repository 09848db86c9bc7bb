import { describe, expect, test } from 'vitest';
import type { TableResult } from '../../generated/protocol';
import { scopesFor } from './scopes';
import { choiceOf, kindOf, scoreOf } from './tables';

test.each(['bot', 'human', 'computer:1', 'computer:12'])('%s is a choice and a slot', (choice) => {
  expect(choiceOf(kindOf(choice))).toBe(choice);
});

test('what is no choice is a bot', () => {
  expect(kindOf('nonsense')).toEqual({ type: 'bot' });
});

test('a bot and a person have different scopes', () => {
  expect(scopesFor(true)).toContain('bot:play');
  expect(scopesFor(false)).toContain('board:play');
  expect(scopesFor(false)).not.toContain('bot:play');
});

describe('the score of a table', () => {
  const result = (white: string, black: string, winner: TableResult['winner']): TableResult => ({
    game: 'x',
    white,
    black,
    winner,
    reason: 'pawnHome',
  });

  test('counts wins and draws by name', () => {
    const results = [
      result('A', 'B', 'white'),
      result('B', 'A', 'white'),
      result('A', 'B', null),
      result('B', 'A', 'black'),
    ];
    expect(scoreOf({ results })).toEqual([
      ['A', 2.5],
      ['B', 1.5],
    ]);
  });
});
