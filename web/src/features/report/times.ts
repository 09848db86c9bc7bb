// How long the moves of a game took.
import type { Color, GameView } from '../../generated/protocol';

/** Milliseconds for each move; `null` for the first, before which no clock ran. Nothing if the game had no clock. */
export function timesOf({ time, moves }: Pick<GameView, 'time' | 'moves'>): (number | null)[] | null {
  if (time.type === 'none') return null;
  return moves.map(({ atMs }, index) => {
    const before = moves[index - 1];
    return before ? Math.max(0, atMs - before.atMs) : null;
  });
}

/** What a side used in all. */
export function totalOf(game: Pick<GameView, 'time' | 'moves'>, color: Color): number | null {
  const times = timesOf(game);
  if (!times) return null;
  return game.moves.reduce((sum, { by }, index) => sum + (by === color ? (times[index] ?? 0) : 0), 0);
}
