// Every task can be done as it says and in no fewer moves, by the rules themselves.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PositionAnswer, Square } from '../../generated/protocol';
import { LESSONS } from '../../router.svelte';
import { Rules } from '../../rules';
import { leftOf, standingOf, starsFor, type Standing } from './goals';
import { readStars } from './progress.svelte';
import { GROUPS, TASKS, type LessonTasks, type Task } from './tasks';

const bytes = readFileSync(join(__dirname, '../../wasm/rules.wasm'));
const rules = new Rules(new WebAssembly.Instance(new WebAssembly.Module(bytes)));

interface State {
  answer: PositionAnswer;
  reached: Square[];
}

function begin({ variant }: LessonTasks, { fen, before }: Task): State {
  return { answer: rules.position({ variant, fen, ...(before && { tryMove: before }) }), reached: [] };
}

/** What a move leads to, and the position in which the reader moves next. */
function step(
  lesson: LessonTasks,
  task: Task,
  state: State,
  uci: string,
  moves: number,
): State & { standing: Standing } {
  const { variant } = lesson;
  const played = rules.position({ variant, fen: state.answer.position.fen, tryMove: uci });
  if (played.refusal || !played.last) throw new Error(`${uci} is refused: ${played.refusal?.message}`);
  const reached = [...state.reached, played.last.to];
  const standing = standingOf(task, played, reached, moves);
  if (standing !== 'open') return { answer: played, reached, standing };
  const { fen, check, legal } = played.position;
  const reply = task.replies?.[moves - 1] ?? (check ? legal[0]?.uci : undefined);
  const answer = reply
    ? rules.position({ variant, fen, tryMove: reply })
    : rules.position({ variant, fen: rules.nullMove(variant, fen) });
  return { answer, reached, standing };
}

const ALL = LESSONS.flatMap((name) => TASKS[name].tasks.map((task, index) => [name, index + 1, task] as const));

test.each(ALL)('%s %i is done by its solution, and not before its last move', (name, _, task) => {
  const lesson = TASKS[name];
  let state = begin(lesson, task);
  expect(state.answer.refusal).toBeUndefined();
  expect(state.answer.position.turn).toBe('white');
  for (const [index, uci] of task.solution.entries()) {
    const next = step(lesson, task, state, uci, index + 1);
    expect(next.standing).toBe(index + 1 === task.solution.length ? 'done' : 'open');
    state = next;
  }
});

test.each(ALL)('%s %i cannot be done in fewer moves', (name, _, task) => {
  const lesson = TASKS[name];
  let states: State[] = [begin(lesson, task)];
  const seen = new Set<string>();
  for (let moves = 1; moves < task.solution.length; moves += 1) {
    const next: State[] = [];
    for (const state of states) {
      for (const { uci } of state.answer.position.legal) {
        const after = step(lesson, task, state, uci, moves);
        expect(after.standing, uci).not.toBe('done');
        const key = `${after.answer.position.fen} ${after.reached
          .filter((square) => isStar(task, square))
          .sort()
          .join()}`;
        if (after.standing !== 'open' || seen.has(key)) continue;
        seen.add(key);
        next.push(after);
      }
    }
    states = next;
  }
});

function isStar({ goal }: Task, square: Square): boolean {
  return goal.kind === 'stars' && goal.squares.includes(square);
}

test('every lesson is in a group, once and in order', () => {
  expect(GROUPS.flatMap(({ lessons }) => lessons)).toEqual([...LESSONS]);
});

test('what is left is counted, and every move too many costs a star', () => {
  const [, second] = TASKS.rook.tasks;
  const [first] = TASKS.king.tasks;
  if (!second || !first) throw new Error('there are such tasks');
  expect(leftOf(second, second.fen, [])).toBe(3);
  expect(leftOf(first, first.fen, ['e2'])).toBe(2);
  expect([3, 4, 5, 9].map((moves) => starsFor(second, moves))).toEqual([3, 2, 1, 1]);
});

test.each([
  [null, undefined],
  [{}, {}],
  [{ rook: [3, 1, 'many'], dragon: [3] }, { rook: [3, 1, 0] }],
  [{ queen: [9, -1] }, { queen: [3, 0] }],
])('stars remembered as %j are read as %j', (stored, expected) => {
  expect(readStars(stored)).toEqual(expected);
});
