// Beginning a game that needs no server.
import type { NewGame } from '../../generated/protocol';
import { keep, newKey, type LocalGame } from './kept';

/** The game that is played here instead of one on the server; nothing if it needs other people, or there is no room for it. */
export function beginHere({ variant, setup, opponent }: NewGame, chance = Math.random()): LocalGame | undefined {
  if (opponent.type !== 'computer' && opponent.type !== 'hotSeat') return undefined;
  const drawn = chance < 0.5 ? 'white' : 'black';
  const game: LocalGame = {
    key: newKey(),
    variant,
    ...(setup !== undefined && { setup }),
    opponent:
      opponent.type === 'hotSeat'
        ? { type: 'hotSeat' }
        : { type: 'computer', level: opponent.level, color: opponent.color === 'random' ? drawn : opponent.color },
    moves: [],
    at: Date.now(),
  };
  return keep(game) ? game : undefined;
}
