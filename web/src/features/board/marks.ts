// Which squares are marked, and how: classes that board.css gives a look.
import type { LegalMove, Square } from '../../generated/protocol';
import type { Premove } from './boom';
import { takenBy, targetsOf, type Pieces } from './pieces';

export interface Marked {
  pieces: Pieces;
  offered: readonly LegalMove[];
  /** Whether a piece is chosen for a premove. */
  inAdvance: boolean;
  reach: ReadonlyMap<Square, readonly Square[]>;
  selected: Square | null;
  check: Square | null;
  threats: readonly Square[];
  premove: Premove | null;
  preview: LegalMove | null;
  /** Squares to be reached. */
  stars: readonly Square[];
}

/** The classes of every marked square. */
export function marksOf(board: Marked): Map<Square, string> {
  const marks = new Map<Square, Set<string>>();
  const mark = (square: Square, ...classes: string[]): void => {
    const all = marks.get(square) ?? new Set();
    for (const name of classes) all.add(name);
    marks.set(square, all);
  };

  for (const square of board.stars) mark(square, 'star');
  for (const square of board.threats) mark(square, 'threat');
  if (board.check) mark(board.check, 'check');
  if (board.premove) for (const square of [board.premove.from, board.premove.to]) mark(square, 'current-premove');
  if (board.selected) markChosen(board.selected);
  if (board.preview) markBlast(board.preview);
  return new Map([...marks].map(([square, classes]) => [square, [...classes].join(' ')]));

  function markChosen(selected: Square): void {
    mark(selected, 'selected');
    if (board.inAdvance) {
      for (const square of board.reach.get(selected) ?? []) mark(square, 'premove-dest', ...occupied(square));
      return;
    }
    for (const move of board.offered) {
      if (move.from !== selected) continue;
      for (const square of targetsOf(move)) mark(square, 'move-dest', ...occupied(square));
      if (move.blast) mark(move.to, 'will-explode');
    }
  }

  function markBlast(move: LegalMove): void {
    const kind = move.takesKing ? 'blast-king' : 'blast';
    for (const square of move.blast ?? []) mark(square, kind);
    for (const { square } of takenBy(board.pieces, move)) mark(square, kind, 'blast-piece');
  }

  function occupied(square: Square): string[] {
    return board.pieces.has(square) ? ['oc'] : [];
  }
}
