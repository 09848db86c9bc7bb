// Whether a task is done, and how well. The rules say what each move led to; here it is only compared with what is wanted.
import type { PositionAnswer, Square } from '../../generated/protocol';
import { piecesOf, placementOf, type Pieces } from '../board';
import type { Task } from './tasks';

export const MOST_STARS = 3;

/** How a task stands after a move. */
export type Standing = 'open' | 'done' | 'failed';

/** How many targets are left, for a task that counts them. */
export function leftOf(task: Task, fen: string, reached: readonly Square[]): number {
  const { goal } = task;
  if (goal.kind === 'stars') return goal.squares.filter((square) => !reached.includes(square)).length;
  if (goal.kind === 'capture')
    return [...piecesOf(fen).values()].filter(({ color, role }) => color === 'black' && role !== 'king').length;
  return 0;
}

function letterAt(pieces: Pieces, square: Square): string {
  const piece = pieces.get(square);
  return piece ? placementOf(new Map([['a8', piece]])).charAt(0) : '';
}

/** How a task stands after the reader's latest move, the `moves`th. */
export function standingOf(task: Task, answer: PositionAnswer, reached: readonly Square[], moves: number): Standing {
  if (isReached(task, answer, reached)) return 'done';
  const isOver = answer.outcome !== null || (task.exact === true && moves >= task.solution.length);
  return isOver ? 'failed' : 'open';
}

function isReached(task: Task, answer: PositionAnswer, reached: readonly Square[]): boolean {
  const { goal } = task;
  const { fen } = answer.position;
  switch (goal.kind) {
    case 'stars':
    case 'capture':
      return leftOf(task, fen, reached) === 0;
    case 'win':
      return answer.outcome?.winner === 'white';
    case 'placed': {
      const pieces = piecesOf(fen);
      const stand = Object.entries(goal.pieces).every(([square, letter]) => letterAt(pieces, square) === letter);
      return stand && goal.empty.every((square) => !pieces.has(square));
    }
    case 'move':
      return true;
  }
}

/** Stars for a task that took so many moves. */
export function starsFor(task: Task, moves: number): number {
  return Math.max(1, MOST_STARS - Math.max(0, moves - task.solution.length));
}
