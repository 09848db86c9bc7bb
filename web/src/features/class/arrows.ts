// Answers as arrows.
import type { Shape } from '../../board';
import type { ClassQuestion } from '../../generated/protocol';

/** A move in UCI as an arrow. */
export function arrowOf(uci: string): Shape {
  return { from: uci.slice(0, 2), to: uci.slice(2, 4) };
}

/** The arrows of a question: all answers if they are shown, else one's own. */
export function arrowsOf({ answers, mine }: ClassQuestion): Shape[] {
  if (answers.length > 0) return answers.map(({ uci }) => arrowOf(uci));
  return mine ? [arrowOf(mine)] : [];
}
