// How much more one side has on the board, counted as players count. It judges nothing; in games where captures explode it
// is a hint at best.
import { POINTS, type Color } from '../../generated/protocol';
import type { Pieces } from '../board';

/** By how much a colour is ahead; less than zero if it is behind. */
export function aheadBy(color: Color, pieces: Pieces): number {
  let sum = 0;
  for (const piece of pieces.values()) sum += piece.color === color ? POINTS[piece.role] : -POINTS[piece.role];
  return sum;
}
