// A line of moves, step by step: what the board shows after each.
import type { PlayedMove, PositionView, Variant } from '../../generated/protocol';
import type { Rules } from '../../rules';

export interface Step {
  position: PositionView;
  /** The move that led here; nothing before the first. */
  last?: PlayedMove;
}

/** The position after some moves, and after each move of a line that follows them. */
export function stepsOf(
  rules: Rules,
  begun: { variant: Variant; fen: string; moves: readonly string[] },
  line: readonly string[],
): Step[] {
  return [...line.keys(), line.length].map((count) => {
    const moves = [...begun.moves, ...line.slice(0, count)];
    const { position, last } = rules.position({ variant: begun.variant, fen: begun.fen, moves });
    return last ? { position, last } : { position };
  });
}
