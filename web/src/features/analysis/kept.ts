// The analyses that this browser keeps: for each ruleset the one on the board, which survives a reload, and the earlier ones.
// Nothing is overwritten but by its own later states: a tree that takes another's place sends that to the earlier ones.
import type { Variant } from '../../generated/protocol';
import { remembered, type Remembered } from '../../memory';

/** An analysis as it is kept: PGN, with what PGN has no words for. */
export interface Kept {
  /** Unlike every other analysis. */
  id: string;
  pgn: string;
  /** The place in it: at each step, which of the moves that follow. */
  places: number[];
  /** The moves whose variations are folded, as places. */
  folds: number[][];
  /** What it was opened from: `game/<id>` or `fen/<fen>`. */
  source?: string;
  title: string;
  /** When it was last changed, in milliseconds of the epoch. */
  at: number;
  /** Whether nobody would miss it. */
  blank: boolean;
}

/** How many earlier analyses of a ruleset are kept; beyond that the oldest goes. */
export const MOST_EARLIER = 30;

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object';
const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'number') : [];

function read(stored: unknown): Kept | undefined {
  if (!isObject(stored) || typeof stored.pgn !== 'string') return undefined;
  const { id, pgn, source, title, at } = stored;
  return {
    // Those of an older page have none of these.
    id: typeof id === 'string' ? id : 'kept-before',
    pgn,
    places: numbers(stored.places),
    folds: Array.isArray(stored.folds) ? stored.folds.map(numbers) : [],
    ...(typeof source === 'string' && { source }),
    title: typeof title === 'string' ? title : '',
    at: typeof at === 'number' ? at : 0,
    blank: stored.blank === true,
  };
}

function readAll(stored: unknown): Kept[] | undefined {
  return Array.isArray(stored) ? stored.map(read).filter((each) => each !== undefined) : undefined;
}

/** Where the analyses of a ruleset are kept. */
export class Shelf {
  readonly #board: Remembered<Kept>;
  readonly #earlier: Remembered<Kept[]>;

  constructor(variant: Variant) {
    this.#board = remembered(`analysis.${variant}`, read);
    this.#earlier = remembered(`analysis.${variant}.earlier`, readAll);
  }

  /** The one on the board. */
  get board(): Kept | undefined {
    return this.#board.get();
  }

  /** The others, the latest first. */
  get earlier(): readonly Kept[] {
    return this.#earlier.get() ?? [];
  }

  /** Keeps an analysis as the one on the board. Says whether there was room for it and for what it replaces. */
  put(kept: Kept): boolean {
    const before = this.board;
    const replaced = before && before.id !== kept.id && !before.blank ? [before] : [];
    const others = this.earlier.filter(({ id }) => id !== kept.id && id !== replaced[0]?.id);
    const earlier = [...replaced, ...others].slice(0, MOST_EARLIER);
    const moved = replaced.length > 0 || others.length < this.earlier.length;
    return (!moved || this.#earlier.set(earlier)) && this.#board.set(kept);
  }

  /** The analysis that was opened from somewhere, wherever it is. */
  from(source: string): Kept | undefined {
    return [this.board, ...this.earlier].find((kept) => kept?.source === source);
  }

  /** Throws an earlier one away. */
  forget(id: string): void {
    this.#earlier.set(this.earlier.filter((kept) => kept.id !== id));
  }
}
