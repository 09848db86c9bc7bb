// A game without a server, as it is played: the rules judge, the engine is the computer. Every change is kept at once.
import { reasonOf } from '../../api';
import { Engine } from '../../engine';
import {
  DEFAULTS,
  type Color,
  type OfflineEnd,
  type OutcomeView,
  type PlayedMove,
  type PositionAnswer,
  type Seat,
} from '../../generated/protocol';
import { loadRules, type Rules } from '../../rules';
import { inWords, t } from '../../texts.svelte';
import { keep, localGame, type LocalGame } from './kept';

export class LocalPlay {
  game = $state.raw<LocalGame | undefined>(undefined);
  answer = $state.raw<PositionAnswer | null>(null);
  moves = $state.raw<readonly PlayedMove[]>([]);
  /** The position at the start and after each move. */
  fens = $state.raw<readonly string[]>([]);
  thinks = $state(false);
  /** Why a move was not played, or nothing works. */
  notice = $state('');

  readonly #engine = new Engine();
  #rules: Rules | undefined;
  /** Told apart from an earlier thought whose answer comes late. */
  #run = 0;

  constructor(readonly key: string) {
    this.game = localGame(key);
  }

  /** Which pieces the person at this screen moves. */
  get you(): Seat {
    const opponent = this.game?.opponent;
    return opponent?.type === 'computer' ? opponent.color : 'both';
  }

  /** Whose pieces may be moved now. */
  get movable(): Color | null {
    const turn = this.answer?.position.turn;
    if (!turn || this.outcome || this.thinks) return null;
    return this.you === 'both' || this.you === turn ? turn : null;
  }

  get outcome(): OutcomeView | null {
    return this.game?.outcome ?? null;
  }

  /** Sets the game up as it was left, and goes on with it. */
  async begin(): Promise<void> {
    try {
      this.#rules = await loadRules();
      this.#replay();
      await this.#answerIt();
    } catch (error) {
      this.notice = inWords(reasonOf(error));
    }
  }

  async play(text: string): Promise<void> {
    if (!this.movable) return;
    this.notice = '';
    if (this.#move(text)) await this.#answerIt();
  }

  /** Takes back until the person is to move again. */
  takeBack(): void {
    if (!this.game || this.outcome || !this.mayTakeBack) return;
    this.#stop();
    const { moves } = this.game;
    const since = this.you === 'both' || this.answer?.position.turn !== this.you ? 1 : 2;
    this.#change({ moves: moves.slice(0, -since) });
    this.#replay();
  }

  get mayTakeBack(): boolean {
    const first = this.you === 'black' ? 2 : 1;
    return !this.outcome && (this.game?.moves.length ?? 0) >= first;
  }

  resign(): void {
    const by = this.you === 'both' ? this.answer?.position.turn : this.you;
    if (by) this.#end({ type: 'resigned', by }, { winner: by === 'white' ? 'black' : 'white', reason: 'resignation' });
  }

  /** Two people at one screen agree by themselves. */
  agree(): void {
    this.#end({ type: 'agreed' }, { winner: null, reason: 'agreement' });
  }

  close(): void {
    this.#stop();
    this.#engine.close();
  }

  #end(end: OfflineEnd, outcome: OutcomeView): void {
    if (!this.game || this.outcome || this.game.moves.length === 0) return;
    this.#stop();
    this.#change({ end, outcome });
  }

  #stop(): void {
    this.#run += 1;
    this.thinks = false;
    this.#engine.stop();
  }

  #change(change: Partial<LocalGame>): void {
    if (!this.game) return;
    this.game = { ...this.game, ...change, at: Date.now() };
    if (!keep(this.game)) this.notice = t('offline-unkept');
  }

  get #start(): { variant: LocalGame['variant']; fen?: string } {
    const { variant = 'chess', setup } = this.game ?? {};
    return { variant, ...(setup !== undefined && { fen: setup }) };
  }

  /** The whole game from its moves. */
  #replay(): void {
    if (!this.#rules || !this.game) return;
    const { moves } = this.game;
    let answer = this.#rules.position(this.#start);
    const played: PlayedMove[] = [];
    const fens = [answer.position.fen];
    for (const [index, move] of moves.entries()) {
      answer = this.#rules.position({ ...this.#start, moves: moves.slice(0, index), tryMove: move });
      if (!answer.last || answer.refusal) throw new Error(`the game that was kept has the move ${move}`);
      played.push(answer.last);
      fens.push(answer.position.fen);
    }
    [this.answer, this.moves, this.fens] = [answer, played, fens];
  }

  /** Plays a move, or says why not. */
  #move(text: string): boolean {
    if (!this.#rules || !this.game) return false;
    const { moves } = this.game;
    const answer = this.#rules.position({ ...this.#start, moves, tryMove: text });
    if (answer.refusal || !answer.last) {
      this.notice = answer.refusal ? inWords(answer.refusal) : '';
      return false;
    }
    this.answer = answer;
    this.moves = [...this.moves, answer.last];
    this.fens = [...this.fens, answer.position.fen];
    this.#change({ moves: [...moves, answer.last.uci], ...(answer.outcome && { outcome: answer.outcome }) });
    return true;
  }

  /** The computer's move, if it is to move. */
  async #answerIt(): Promise<void> {
    const opponent = this.game?.opponent;
    if (!this.game || opponent?.type !== 'computer' || this.outcome) return;
    if (this.answer?.position.turn === opponent.color) return;
    this.thinks = true;
    this.#run += 1;
    const run = this.#run;
    try {
      const found = await this.#engine.search({
        ...this.#start,
        moves: this.game.moves,
        level: opponent.level,
        seed: Math.floor(Math.random() * 2 ** 32),
        timeMs: DEFAULTS.fullStrengthMs,
      });
      if (run !== this.#run) return;
      this.thinks = false;
      const uci = found?.pv[0]?.uci;
      if (uci) this.#move(uci);
    } catch (error) {
      if (run !== this.#run) return;
      this.thinks = false;
      this.notice = inWords(reasonOf(error));
    }
  }
}
