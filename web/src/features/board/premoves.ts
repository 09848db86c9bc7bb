// Where a piece may be sent in advance: its own way of moving on an empty board, since nobody knows yet what
// will stand where. Whether the move is legal, the server says when its turn has come.
import type { Color, Piece, Square, Variant } from '../../generated/protocol';
import { SQUARES, type Pieces } from './pieces';

const CASTLING: ReadonlySet<Variant> = new Set<Variant>(['chess', 'atomic', 'strictatomic']);
const KING_FILE = 4;
/** Where a castling king is put down: beside its rook's new square, or on the rook. */
const CASTLING_FILES: readonly number[] = [0, 2, 6, 7];

/** Every premove that a colour's pieces can be given. */
export function premoveReach(pieces: Pieces, color: Color, variant: Variant): Map<Square, Square[]> {
  const reach = new Map<Square, Square[]>();
  for (const [from, piece] of pieces) {
    if (piece.color !== color) continue;
    reach.set(
      from,
      SQUARES.filter(
        (to) => to !== from && (goes(piece, from, to) || (CASTLING.has(variant) && castles(piece, from, to))),
      ),
    );
  }
  return reach;
}

/** File and rank, counted from zero at the piece's own side. */
function place(square: Square, color: Color): { file: number; rank: number } {
  const rank = Number(square.charAt(1)) - 1;
  return { file: square.charCodeAt(0) - 97, rank: color === 'white' ? rank : 7 - rank };
}

function goes({ role, color }: Piece, from: Square, to: Square): boolean {
  const [start, end] = [place(from, color), place(to, color)];
  const across = Math.abs(end.file - start.file);
  const ahead = end.rank - start.rank;
  const along = Math.abs(ahead);
  switch (role) {
    case 'knight':
      return across * along === 2;
    case 'bishop':
      return across === along;
    case 'rook':
      return across === 0 || along === 0;
    case 'queen':
      return across === along || across === 0 || along === 0;
    case 'king':
      return across <= 1 && along <= 1;
    case 'pawn':
      return (across <= 1 && ahead === 1) || (across === 0 && ahead === 2 && start.rank === 1);
  }
}

function castles({ role, color }: Piece, from: Square, to: Square): boolean {
  const [start, end] = [place(from, color), place(to, color)];
  const atHome = role === 'king' && start.file === KING_FILE && start.rank === 0;
  return atHome && end.rank === 0 && CASTLING_FILES.includes(end.file);
}
