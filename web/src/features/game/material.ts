// How much more one side has on the board, counted as players count: a queen nine, a rook five, a bishop or knight three, a
// pawn one. It judges nothing; in games where captures explode it is a hint at best.
import type { Color, Role } from '../../generated/protocol';
import type { Pieces } from '../board';

const WORTH: Record<Role, number> = { king: 0, queen: 9, rook: 5, bishop: 3, knight: 3, pawn: 1 };

/** By how much a colour is ahead; less than zero if it is behind. */
export function aheadBy(color: Color, pieces: Pieces): number {
  let sum = 0;
  for (const piece of pieces.values()) sum += piece.color === color ? WORTH[piece.role] : -WORTH[piece.role];
  return sum;
}
