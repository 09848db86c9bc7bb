// What a board is told beside the position: the explosion that led to it, and the move chosen in advance.
import type { ExplodedPiece, LegalMove, PlayedMove, Square } from '../../generated/protocol';
import { takenBy, type Pieces } from './pieces';

/** An explosion to be shown. */
export interface Boom {
  from: Square;
  centre: Square;
  gone: readonly ExplodedPiece[];
}

/** A move chosen before it is one's turn. */
export interface Premove {
  from: Square;
  to: Square;
}

/** The explosion of a played move, if it has one. */
export function boomOf(move: PlayedMove | undefined): Boom | null {
  return move && move.exploded.length > 0 ? { from: move.from, centre: move.to, gone: move.exploded } : null;
}

/** The explosion that a move will make, if any. */
export function boomBefore(pieces: Pieces, move: LegalMove): Boom | null {
  return move.blast ? { from: move.from, centre: move.to, gone: takenBy(pieces, move) } : null;
}
