// One try at a task: the reader moves, the rules answer, and Black waits or plays what the task says.
import { reasonOf } from '../../api';
import type { PositionAnswer, PositionQuery, Square } from '../../generated/protocol';
import { loadRules } from '../../rules';
import { inWords } from '../../texts.svelte';
import { playMoveSound } from '../game';
import { leftOf, standingOf, type Standing } from './goals';
import type { LessonTasks, Task } from './tasks';

/** Time to see what happened before something else does, in milliseconds. */
const PAUSE_MS = 700;

export class Attempt {
  /** What the rules say of the position on the board. */
  answer = $state.raw<PositionAnswer | null>(null);
  standing = $state<Standing>('open');
  /** How many moves the reader has made. */
  moves = $state(0);
  /** How many moves have been played in all, for the board. */
  ply = $state(0);
  /** Why a move was refused, or why nothing works. */
  refusal = $state('');
  /** The solution is being shown, or has been. */
  shown = $state<'no' | 'showing' | 'shown'>('no');
  busy = $state(true);
  #reached = $state.raw<readonly Square[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Told apart from an earlier try whose answer comes late. */
  #run = 0;

  constructor(
    private readonly lesson: LessonTasks,
    readonly task: Task,
    private readonly ondone: (moves: number) => void,
  ) {}

  /** How many targets are left, for a task that counts them. */
  get left(): number {
    return this.answer ? leftOf(this.task, this.answer.position.fen, this.#reached) : 0;
  }

  /** The squares that are still to be reached. */
  get stars(): Square[] {
    const { goal } = this.task;
    return goal.kind === 'stars' ? goal.squares.filter((square) => !this.#reached.includes(square)) : [];
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#run += 1;
  }

  /** Begins, or begins anew. */
  async start(): Promise<void> {
    this.close();
    const run = this.#run;
    this.standing = 'open';
    this.shown = 'no';
    this.moves = 0;
    this.ply = 0;
    this.refusal = '';
    this.#reached = [];
    this.busy = true;
    await this.#show(run, { fen: this.task.fen });
    const { before } = this.task;
    if (before) await this.#wait(run, () => this.#show(run, { fen: this.task.fen, tryMove: before }));
    if (run === this.#run) this.busy = false;
  }

  /** The reader tries a move. */
  async play(uci: string): Promise<void> {
    if (this.busy || this.standing !== 'open' || !this.answer) return;
    const run = this.#run;
    this.busy = true;
    await this.#move(run, uci);
    if (run === this.#run) this.busy = false;
  }

  /** Plays the solution, with time to look. */
  async show(): Promise<void> {
    await this.start();
    const run = this.#run;
    this.shown = 'showing';
    this.busy = true;
    for (const move of this.task.solution) await this.#wait(run, () => this.#move(run, move));
    if (run === this.#run) this.shown = 'shown';
  }

  async #move(run: number, uci: string): Promise<void> {
    const before = this.answer?.position.fen;
    if (before === undefined || !(await this.#show(run, { fen: before, tryMove: uci })) || !this.answer) return;
    this.moves += 1;
    if (this.answer.last) this.#reached = [...this.#reached, this.answer.last.to];
    this.standing = standingOf(this.task, this.answer, this.#reached, this.moves);
    if (this.standing === 'open') await this.#blackAnswers(run, this.answer);
    else if (this.standing === 'done' && this.shown === 'no') this.ondone(this.moves);
  }

  /** Black plays what the task says, or waits; who is in check cannot wait. */
  async #blackAnswers(run: number, { position }: PositionAnswer): Promise<void> {
    const reply = this.task.replies?.[this.moves - 1] ?? (position.check ? position.legal[0]?.uci : undefined);
    if (reply) await this.#wait(run, () => this.#show(run, { fen: position.fen, tryMove: reply }));
    else await this.#show(run, { fen: (await loadRules()).nullMove(this.lesson.variant, position.fen) });
  }

  /** Shows what the rules say of a position, or of a move in it; whether there was anything to show. */
  async #show(run: number, asked: Pick<PositionQuery, 'fen' | 'tryMove'>): Promise<boolean> {
    try {
      const answer = (await loadRules()).position({ variant: this.lesson.variant, ...asked });
      if (run !== this.#run) return false;
      this.refusal = answer.refusal ? inWords(answer.refusal) : '';
      if (answer.refusal) return false;
      // A position in which Black has waited keeps the mark of the move before.
      this.answer = answer.last
        ? answer
        : { ...answer, ...(this.answer?.last && this.ply > 0 && { last: this.answer.last }) };
      if (answer.last) {
        this.ply += 1;
        playMoveSound(answer.last);
      }
      return true;
    } catch (error) {
      if (run !== this.#run) return false;
      this.refusal = inWords(reasonOf(error));
      return false;
    }
  }

  /** Does something after a moment, unless the try is over by then. */
  async #wait(run: number, next: () => Promise<unknown>): Promise<void> {
    await new Promise<void>((done) => {
      this.#timer = setTimeout(done, PAUSE_MS);
    });
    if (run === this.#run) await next();
  }
}
