// What the reader has chosen for the board and for what happens around it, one value each. Everything is kept in this
// browser.
import { BOARD_THEMES } from './boardThemes';
import { oneOf, remembered, yesOrNo, type Remembered } from './memory';
import { PIECE_SETS } from './pieceSets';

/** One thing to choose: whoever reads `value` in a template is drawn again when it changes. */
export class Preference<T> {
  readonly #memory: Remembered<T>;
  #value: T = $state.raw() as T;

  constructor(
    name: string,
    read: (stored: unknown) => T | undefined,
    readonly fallback: T,
  ) {
    this.#memory = remembered(name, read);
    this.#value = this.#memory.get() ?? fallback;
  }

  get value(): T {
    return this.#value;
  }

  set value(value: T) {
    this.#value = value;
    this.#memory.set(value);
  }
}

/** One of a few words; the first is what nobody has chosen yet. */
class Word<T extends string> extends Preference<T> {
  constructor(
    name: string,
    readonly words: readonly [T, ...T[]],
  ) {
    super(name, oneOf<T>(...words), words[0]);
  }
}

class Switch extends Preference<boolean> {
  constructor(name: string, fallback: 'on' | 'off') {
    super(name, yesOrNo, fallback === 'on');
  }
}

export type { Switch, Word };

/** The board is at least so large, as a part of the room that there is. */
export const SMALLEST_BOARD = 0.45;

function boardSize(stored: unknown): number | undefined {
  return typeof stored === 'number' && stored >= SMALLEST_BOARD && stored <= 1 ? stored : undefined;
}

export const preferences = {
  boardTheme: new Word('boardTheme', BOARD_THEMES),
  pieceSet: new Word('pieceSet', PIECE_SETS),
  coordinates: new Word('coordinates', ['inside', 'outside', 'none']),
  animation: new Word('animation', ['normal', 'fast', 'slow', 'none']),
  /** How moves are written: with the letters of the reader's language, with English ones, or with figurines. */
  notation: new Word('notation', ['local', 'english', 'figurine']),
  /** The board's size as a part of the room that there is. */
  boardSize: new Preference('boardSize', boardSize, 1),
  moveSounds: new Switch('moveSounds', 'on'),
  lowTimeSound: new Switch('lowTimeSound', 'on'),
  material: new Switch('material', 'on'),
  /** Whether a move is asked about before it is sent. */
  confirmMove: new Switch('confirmMove', 'off'),
  /** Whether two at one screen have the board turned to whoever moves. */
  turnBoard: new Switch('turnBoard', 'off'),
  /** Whether the browser tells that it is one's turn when the page is hidden. */
  notify: new Switch('notify', 'off'),
} as const;
