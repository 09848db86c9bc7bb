// Wins and losses in a row against the computer. After a few of a kind, another level is offered.
import { BOUNDS, type GameView, type Variant } from '../../generated/protocol';

/** How many of a kind in a row it takes. */
const ENOUGH = 3;

export interface Streak {
  variant: Variant;
  level: number;
  result: 'won' | 'lost';
  /** The games, so that one that is looked at again counts once. */
  games: string[];
}

type Facts = Pick<GameView, 'id' | 'variant' | 'players' | 'you' | 'outcome'>;

/** The level of the computer that somebody has played against. */
function levelOf({ players, you }: Facts): number | undefined {
  if (you === 'white') return players.black?.computerLevel;
  return you === 'black' ? players.white?.computerLevel : undefined;
}

/** The streak after a game, or `undefined` if it ends there. A game that says nothing leaves it as it is. */
export function counted(streak: Streak | undefined, game: Facts): Streak | undefined {
  const level = levelOf(game);
  if (level === undefined || !game.outcome || game.outcome.reason === 'aborted') return streak;
  if (streak?.games.includes(game.id)) return streak;
  if (game.outcome.winner === null) return undefined;
  const { id, variant } = game;
  const result = game.outcome.winner === game.you ? 'won' : 'lost';
  const goesOn = streak?.variant === variant && streak.level === level && streak.result === result;
  return { variant, level, result, games: goesOn ? [...streak.games, id] : [id] };
}

/** The level to offer after a streak, if there is one to offer. */
export function levelToOffer(streak: Streak | undefined): number | undefined {
  if (!streak || streak.games.length < ENOUGH) return undefined;
  const level = streak.level + (streak.result === 'won' ? 1 : -1);
  return level >= BOUNDS.level.min && level <= BOUNDS.level.max ? level : undefined;
}

/** The streak that was stored, if it still makes sense. */
export function readStreak(stored: unknown): Streak | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { variant, level, result, games } = stored as Partial<Streak>;
  const isSound =
    typeof variant === 'string' &&
    typeof level === 'number' &&
    (result === 'won' || result === 'lost') &&
    Array.isArray(games);
  return isSound ? { variant, level, result, games } : undefined;
}
