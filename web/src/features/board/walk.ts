// Where an arrow key leads on the board.
import type { Color, Square } from '../../generated/protocol';

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The square that a key leads to as the board is turned, if the key leads anywhere. */
export function step(from: Square, key: string, orientation: Color): Square | null {
  const way = STEPS[key];
  if (!way) return null;
  const turn = orientation === 'white' ? 1 : -1;
  const file = from.charCodeAt(0) - 97 + way[0] * turn;
  const rank = Number(from.charAt(1)) - 1 + way[1] * turn;
  const inside = file >= 0 && file < 8 && rank >= 0 && rank < 8;
  return inside ? `${String.fromCharCode(97 + file)}${rank + 1}` : from;
}

/** Where a square lies on a turned board: columns and rows from the upper left. */
export function cornerOf(square: Square, orientation: Color): { x: number; y: number } {
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square.charAt(1)) - 1;
  return orientation === 'white' ? { x: file, y: 7 - rank } : { x: 7 - file, y: rank };
}

/** From the edges to the middle. */
const ROWS: readonly number[] = [0, 7, 1, 6, 2, 5, 3, 4];

/** A row of the turned board, counted from above, that has none of these squares. */
export function freeRow(squares: readonly Square[], orientation: Color): number {
  const taken = new Set(squares.map((square) => cornerOf(square, orientation).y));
  return ROWS.find((row) => !taken.has(row)) ?? 0;
}
