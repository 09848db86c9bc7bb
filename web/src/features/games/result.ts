// A game's result as its player sees it.
import type { GameSummary, ResultFilter } from '../../generated/protocol';

/** How the game went for the one who asks; at one screen, whether it has ended at all. */
export function resultFor(game: GameSummary): ResultFilter | 'over' | 'aborted' {
  if (!game.outcome) return 'unfinished';
  if (game.outcome.reason === 'aborted') return 'aborted';
  if (game.outcome.winner === null) return 'drawn';
  if (game.you === 'both' || game.you === null) return 'over';
  return game.outcome.winner === game.you ? 'won' : 'lost';
}
