// Judgements of moves and positions by number, as PGN writes them, and the signs that people know.

/** The judgements that can be chosen, in the order in which they are shown: of the move, then of the position. */
export const MOVE_NAGS = [1, 2, 3, 4, 5, 6, 7] as const;
export const POSITION_NAGS = [10, 13, 14, 15, 16, 17, 18, 19] as const;

const GLYPHS = new Map<number, string>([
  [1, '!'],
  [2, '?'],
  [3, '!!'],
  [4, '??'],
  [5, '!?'],
  [6, '?!'],
  [7, '□'],
  [10, '='],
  [13, '∞'],
  [14, '+/='],
  [15, '=/+'],
  [16, '±'],
  [17, '∓'],
  [18, '+−'],
  [19, '−+'],
]);

/** The sign of a judgement; one without a sign is written by number. */
export function glyphOf(nag: number): string {
  return GLYPHS.get(nag) ?? ` $${nag}`;
}

/** A move's judgements with one put in or taken out: it has at most one of each kind. */
export function toggled(nags: readonly number[], nag: number): number[] {
  const kind: readonly number[] = (MOVE_NAGS as readonly number[]).includes(nag) ? MOVE_NAGS : POSITION_NAGS;
  const others = nags.filter((other) => !kind.includes(other));
  return nags.includes(nag) ? nags.filter((other) => other !== nag) : [...others, nag].sort((a, b) => a - b);
}
