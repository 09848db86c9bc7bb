// Games that are played in this page without a server. This browser keeps them until they have been sent in.
import {
  BOUNDS,
  type OfflineEnd,
  type OfflineGame,
  type OfflineOpponent,
  type OutcomeView,
  type Variant,
} from '../../generated/protocol';
import { remembered } from '../../memory';
import { variantNamed } from '../../variants';

export interface LocalGame {
  /** Unlike those of all other games: under it the server keeps the game once, however often it is sent. */
  key: string;
  variant: Variant;
  setup?: string;
  opponent: OfflineOpponent;
  /** As programs write them. */
  moves: string[];
  /** How it ended, if not by the rules. */
  end?: OfflineEnd;
  /** How it ended; nothing while it goes on. */
  outcome?: OutcomeView;
  /** When it was last changed, in milliseconds of the epoch. */
  at: number;
}

/** How many games are kept at most; none goes by itself. */
export const MOST_GAMES = 200;

const KEY_LETTERS = 24;

/** Letters and digits; `crypto.randomUUID` is not there on plain http. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_LETTERS));
  return [...bytes].map((byte) => (byte % 36).toString(36)).join('');
}

function readGame(stored: unknown): LocalGame | undefined {
  if (stored === null || typeof stored !== 'object') return undefined;
  const game = stored as Partial<LocalGame>;
  const variant = variantNamed(game.variant);
  const isWhole =
    variant !== undefined &&
    typeof game.key === 'string' &&
    typeof game.opponent === 'object' &&
    Array.isArray(game.moves) &&
    game.moves.every((move) => typeof move === 'string');
  return isWhole ? (stored as LocalGame) : undefined;
}

const memory = remembered<LocalGame[]>('offline.games', (stored) =>
  Array.isArray(stored) ? stored.map(readGame).filter((game) => game !== undefined) : undefined,
);

/** Every game that is kept here, the latest first. */
export function localGames(): LocalGame[] {
  return memory.get() ?? [];
}

export function localGame(key: string): LocalGame | undefined {
  return localGames().find((game) => game.key === key);
}

/** Keeps a game; whether there was room. */
export function keep(game: LocalGame): boolean {
  const others = localGames().filter(({ key }) => key !== game.key);
  return others.length < MOST_GAMES && memory.set([game, ...others]);
}

export function forget(key: string): void {
  memory.set(localGames().filter((game) => game.key !== key));
}

/** What the server is sent of a game that is over. */
export function sentOf({ variant, setup, opponent, moves, end }: LocalGame): OfflineGame {
  return { variant, ...(setup !== undefined && { setup }), opponent, moves, ...(end && { end }) };
}

/** Whether a game can be sent in. */
export function isSendable({ outcome, moves }: LocalGame): boolean {
  return outcome !== undefined && moves.length > 0 && moves.length <= BOUNDS.maxOfflinePlies;
}
