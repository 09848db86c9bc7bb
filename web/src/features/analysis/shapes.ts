// Arrows and circles, as comments in PGN carry them: `[%cal Ge2e4,Rd7d5]` and `[%csl Yd4]`.
import type { Square } from '../../generated/protocol';

export type Brush = 'green' | 'red' | 'yellow' | 'blue';

export interface Shape {
  from: Square;
  /** Where an arrow leads; a circle has none. */
  to?: Square;
  brush: Brush;
}

const BRUSHES: Record<string, Brush> = { G: 'green', R: 'red', Y: 'yellow', B: 'blue' };
const COMMAND = /\[%(?:cal|csl)\s+[^\]]*\]/g;
const ITEM = /([GRYB])([a-h][1-8])([a-h][1-8])?/g;

/** The shapes in comments. */
export function shapesIn(comments: readonly string[]): Shape[] {
  const commands = comments.flatMap((comment) => comment.match(COMMAND) ?? []);
  return commands.flatMap((command) =>
    [...command.matchAll(ITEM)].map(([, letter = 'G', from = '', to]) => ({
      from,
      ...(to && { to }),
      brush: BRUSHES[letter] ?? 'green',
    })),
  );
}

/** Comments without their shapes: what people have written. */
export function wordsIn(comments: readonly string[]): string {
  return comments
    .map((comment) => comment.replace(COMMAND, '').trim())
    .filter(Boolean)
    .join('\n');
}

/** Comments with these words and shapes. */
export function commentsOf(words: string, shapes: readonly Shape[]): string[] {
  const items = (list: readonly Shape[]) =>
    list.map(({ brush, from, to = '' }) => brush.charAt(0).toUpperCase() + from + to).join(',');
  const circles = shapes.filter(({ to }) => to === undefined);
  const arrows = shapes.filter(({ to }) => to !== undefined);
  const commands = [
    ...(circles.length > 0 ? [`[%csl ${items(circles)}]`] : []),
    ...(arrows.length > 0 ? [`[%cal ${items(arrows)}]`] : []),
  ].join(' ');
  const lines = words
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (commands) lines[0] = [commands, lines[0] ?? ''].join(' ').trim();
  return lines;
}
