// A game of the computer against itself, in this browser: the engine chooses, the rules play.
import { reasonOf } from '../../api';
import { Engine } from '../../engine';
import { DEFAULTS, type Color, type PlayedMove, type PositionAnswer, type Variant } from '../../generated/protocol';
import { loadRules } from '../../rules';
import { inWords } from '../../texts.svelte';
import { PACES, type DuelChoice } from './choice';

export class Duel {
  answer = $state.raw<PositionAnswer | null>(null);
  moves = $state.raw<readonly PlayedMove[]>([]);
  /** The position at the start and after each move. */
  fens = $state.raw<readonly string[]>([]);
  /** It goes on by itself. */
  running = $state(false);
  /** Whose move is being thought about. */
  thinking = $state<Color | null>(null);
  /** Why nothing works. */
  failure = $state('');

  readonly #engine = new Engine();
  readonly #choice: () => DuelChoice;
  /** The game and the setup that were begun with. */
  #begun: { variant: Variant; fen?: string } = { variant: 'chess' };
  /** Told apart from an earlier thought whose answer comes late. */
  #run = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Levels and pace may be changed while it goes on, so they are asked for with every move. */
  constructor(choice: () => DuelChoice) {
    this.#choice = choice;
  }

  get isOver(): boolean {
    return (this.answer?.outcome ?? null) !== null;
  }

  /** Sets up a new game. */
  async begin(variant: Variant, setup: string | undefined): Promise<void> {
    this.pause();
    const run = this.#run;
    this.#begun = { variant, ...(setup !== undefined && { fen: setup }) };
    this.failure = '';
    try {
      const rules = await loadRules();
      if (!this.#isCurrent(run)) return;
      this.answer = rules.position(this.#begun);
      this.moves = [];
      this.fens = [this.answer.position.fen];
    } catch (error) {
      this.failure = inWords(reasonOf(error));
    }
  }

  /** Plays on by itself. */
  async play(): Promise<void> {
    if (this.running || this.isOver) return;
    this.#stop();
    this.running = true;
    const run = this.#run;
    let goesOn = true;
    while (goesOn) goesOn = (await this.#move(run, PACES[this.#choice().pace])) && !this.isOver;
    if (this.#isCurrent(run)) this.running = false;
  }

  pause(): void {
    this.running = false;
    this.#stop();
  }

  /** Plays one move. */
  async step(): Promise<void> {
    this.pause();
    if (!this.isOver) await this.#move(this.#run, 0);
  }

  close(): void {
    this.pause();
    this.#engine.close();
  }

  #isCurrent(run: number): boolean {
    return run === this.#run;
  }

  #stop(): void {
    this.#run += 1;
    clearTimeout(this.#timer);
    this.thinking = null;
    this.#engine.stop();
  }

  /** Thinks and moves, not before `paceMs` have passed; whether it did. */
  async #move(run: number, paceMs: number): Promise<boolean> {
    const turn = this.answer?.position.turn;
    if (!turn) return false;
    const played = this.moves.map(({ uci }) => uci);
    this.thinking = turn;
    const due = performance.now() + paceMs;
    try {
      const found = await this.#engine.search({
        ...this.#begun,
        moves: played,
        level: this.#choice().levels[turn],
        seed: Math.floor(Math.random() * 2 ** 32),
        timeMs: DEFAULTS.fullStrengthMs,
      });
      const uci = found?.pv[0]?.uci;
      await this.#until(due);
      if (!this.#isCurrent(run) || !uci) return false;
      const rules = await loadRules();
      const answer = rules.position({ ...this.#begun, moves: played, tryMove: uci });
      if (!answer.last || answer.refusal) throw new Error(`the engine chose ${uci}`);
      this.answer = answer;
      this.moves = [...this.moves, answer.last];
      this.fens = [...this.fens, answer.position.fen];
      this.thinking = null;
      return true;
    } catch (error) {
      if (this.#isCurrent(run)) {
        this.pause();
        this.failure = inWords(reasonOf(error));
      }
      return false;
    }
  }

  #until(due: number): Promise<void> {
    return new Promise((done) => {
      this.#timer = setTimeout(done, Math.max(0, due - performance.now()));
    });
  }
}
