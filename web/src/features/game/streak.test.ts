import { expect, test } from 'vitest';
import { BOUNDS, type Color, type GameView } from '../../generated/protocol';
import { counted, levelToOffer, readStreak, type Streak } from './streak';

let number = 0;

/** A game that White has played against the computer. */
function game(winner: Color | null, level = 2, change: Partial<GameView> = {}): GameView {
  number += 1;
  return {
    id: `game${String(number)}`,
    variant: 'atomic',
    you: 'white',
    players: { white: { name: 'Ana' }, black: { name: '', computerLevel: level } },
    outcome: { winner, reason: winner === null ? 'agreement' : 'checkmate' },
    ...change,
  } as GameView;
}

const after = (...games: GameView[]): Streak | undefined =>
  games.reduce<Streak | undefined>((streak, played) => counted(streak, played), undefined);

test.each([
  ['three losses', [game('black'), game('black'), game('black')], 1],
  ['three wins', [game('white'), game('white'), game('white')], 3],
  ['four wins', [game('white'), game('white'), game('white'), game('white')], 3],
  ['two losses', [game('black'), game('black')], undefined],
  ['a draw between', [game('black'), game('black'), game(null), game('black')], undefined],
  ['a win between', [game('black'), game('black'), game('white'), game('black')], undefined],
  ['another level', [game('black', 3), game('black', 3), game('black', 2)], undefined],
  ['losses at the first level', [game('black', 1), game('black', 1), game('black', 1)], undefined],
  [
    'wins at the last level',
    [game('white', BOUNDS.level.max), game('white', BOUNDS.level.max), game('white', BOUNDS.level.max)],
    undefined,
  ],
])('after %s the level %j is offered', (_, games, level) => {
  expect(levelToOffer(after(...games))).toBe(level);
});

test('a game looked at again counts once, and one with people or broken off not at all', () => {
  const lost = game('black');
  const withPeople = game('black', 2, { players: { white: { name: 'Ana' }, black: { name: 'Bia' } } });
  const brokenOff = game(null, 2, { outcome: { winner: null, reason: 'aborted' } });
  expect(after(lost, lost, lost, withPeople, brokenOff)?.games).toEqual([lost.id]);
});

test.each([[null], ['nonsense'], [{ variant: 'atomic', level: 'two' }]])(
  'what was stored as %j is no streak',
  (stored) => {
    expect(readStreak(stored)).toBeUndefined();
  },
);

test('a streak that was stored is read', () => {
  const streak = after(game('white'), game('white'));
  expect(readStreak(JSON.parse(JSON.stringify(streak)))).toEqual(streak);
});
