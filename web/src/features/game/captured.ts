// What has gone from the board, by colour: captured or blown up.
import type { Color, PlayedMove, Role } from '../../generated/protocol';

export interface Gone {
  role: Role;
  count: number;
}

const ORDER: readonly Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];

/** The pieces that a colour has lost in these moves, most valuable first. */
export function lostBy(color: Color, moves: readonly PlayedMove[]): Gone[] {
  const counts = new Map<Role, number>();
  for (const move of moves) {
    const gone =
      move.exploded.length > 0 ? move.exploded.map(({ piece }) => piece) : move.captured ? [move.captured] : [];
    for (const piece of gone) if (piece.color === color) counts.set(piece.role, (counts.get(piece.role) ?? 0) + 1);
  }
  return ORDER.flatMap((role) => {
    const count = counts.get(role);
    return count ? [{ role, count }] : [];
  });
}
