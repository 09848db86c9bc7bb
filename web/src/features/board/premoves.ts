// Where a piece may be sent in advance: its own way of moving on an empty board, since nobody knows yet what
// will stand where. Whether the move is legal, the server says when its turn has come.
//
// This is a copy of rules (pieces.ts has another, for captures in passing): to send these squares with every position
// would make its messages much longer. It is
// to be replaced by the rules themselves once they run in the browser.
import type { Color, Piece, Square } from '../../generated/protocol';
import { piecesOf, SQUARES } from './pieces';

/** Where a castling king is put down: beside its rook's new square, or on the rook. */
const CASTLING_FILES: readonly number[] = [0, 2, 6, 7];

/** Every premove that a colour's pieces can be given. */
export function premoveReach(fen: string, color: Color): Map<Square, Square[]> {
  const reach = new Map<Square, Square[]>();
  const mayCastle = hasCastlingRight(fen, color);
  for (const [from, piece] of piecesOf(fen)) {
    if (piece.color !== color) continue;
    reach.set(
      from,
      SQUARES.filter((to) => to !== from && (goes(piece, from, to) || (mayCastle && castles(piece, from, to)))),
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

/** Whether the third field of a FEN gives a colour any right to castle: White's are capital letters. */
function hasCastlingRight(fen: string, color: Color): boolean {
  return (color === 'white' ? /[A-Z]/ : /[a-z]/).test(fen.split(' ')[2] ?? '');
}

/** Castling of a king that has the right to: it has not moved. */
function castles({ role, color }: Piece, from: Square, to: Square): boolean {
  const [start, end] = [place(from, color), place(to, color)];
  return role === 'king' && start.rank === 0 && end.rank === 0 && CASTLING_FILES.includes(end.file);
}
