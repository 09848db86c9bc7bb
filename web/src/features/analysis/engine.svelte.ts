// The engine beside the analysis board: which position it thinks about, and what it has found there.
import { inWords } from '../../texts.svelte';
import { reasonOf } from '../../api';
import { Engine, type ScoreView, type SearchQuery, type SearchReport } from '../../engine';
import type { Color } from '../../generated/protocol';

/** How long it thinks about a position unless it is told to go on, in milliseconds. */
const USUAL_MS = 8000;

export class AnalysisEngine {
  on = $state(false);
  /** How many lines are wanted. */
  wanted = $state(2);
  /** The lines of the position on show, the best first. */
  lines = $state.raw<readonly SearchReport[]>([]);
  state = $state<'off' | 'thinking' | 'done'>('off');
  failure = $state('');

  #engine = new Engine();

  /** Thinks about a position, and of none before it any more. */
  async think(query: Pick<SearchQuery, 'variant' | 'fen' | 'moves'>, deeper: boolean): Promise<void> {
    if (!deeper) this.lines = [];
    // What is known already is not replaced by what a search that begins anew finds on its way there.
    const known = this.lines[0]?.depth ?? 0;
    this.state = 'thinking';
    this.failure = '';
    const limit = deeper ? {} : { timeMs: USUAL_MS };
    try {
      const answer = await this.#engine.search({ ...query, ...limit, multipv: this.wanted }, (report) => {
        if (report.bound === 'exact' && report.depth >= known) this.#hear(report);
      });
      if (answer) this.state = 'done';
    } catch (error) {
      this.state = 'done';
      this.failure = inWords(reasonOf(error));
    }
  }

  #hear(report: SearchReport): void {
    const others = this.lines.filter(({ multipv }) => multipv !== report.multipv);
    this.lines = [...others, report].sort((a, b) => a.multipv - b.multipv);
  }

  rest(): void {
    this.#engine.stop();
    this.state = 'off';
    this.lines = [];
  }

  close(): void {
    this.#engine.close();
  }
}

/** A score as White sees it: `+0.35`, `-#3`. */
export function scoreText(score: ScoreView, turn: Color): string {
  const sign = (value: number) => (value * (turn === 'white' ? 1 : -1) < 0 ? '−' : '+');
  if (score.type === 'mate') return `${sign(score.moves)}#${Math.abs(score.moves)}`;
  return sign(score.value) + (Math.abs(score.value) / 100).toFixed(2);
}
