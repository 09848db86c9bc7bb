// A move that is on the board to be looked at once more, before it is played.
import type { LegalMove } from '../../generated/protocol';
import { piecesAfter, piecesOf, placementOf } from '../board';
import type { GameState, Shown } from './state';

/** The board with the move made, and nothing exploded yet. */
export function proposalShown({ game }: GameState, move: LegalMove): Shown {
  return {
    ply: game.moves.length,
    fen: placementOf(piecesAfter(piecesOf(game.position.fen), { ...move, blast: undefined })),
    lastMove: [move.from, move.to],
    boom: null,
    live: true,
  };
}
