// A move that is on the board to be looked at once more, before it is played.
import type { LegalMove } from '../../generated/protocol';
import { piecesAfter, piecesOf, placementOf } from '../board';
import type { GameState, Shown } from './state';

/** The board with the move made, and nothing exploded yet. */
export function proposalShown({ game }: GameState, move: LegalMove): Shown {
  const made = move.blast ? { ...move, blast: undefined, takes: undefined } : move;
  return {
    ply: game.moves.length,
    fen: placementOf(piecesAfter(piecesOf(game.position.fen), made)),
    lastMove: [move.from, move.to],
    boom: null,
    live: true,
  };
}
