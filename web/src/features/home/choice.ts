// What a player chooses before a game, remembered from one game to the next.
import {
  BOUNDS,
  DEFAULTS,
  type ColorChoice,
  type NewGame,
  type TimeControl,
  type Variant,
} from '../../generated/protocol';
import { factsOf, FIRST_VARIANT, variantNamed } from '../../variants';

export type OpponentKind = 'computer' | 'friend' | 'lobby' | 'hotSeat';
export const OPPONENTS: readonly OpponentKind[] = ['computer', 'friend', 'lobby', 'hotSeat'];

/** Opponents against whom a game may be on the list of games to watch. */
export type ShowableKind = Extract<OpponentKind, 'computer' | 'lobby'>;

/** Whether such a game may be on the list of games to watch: those by link and at one screen never are. */
export function isShowable(kind: OpponentKind): kind is ShowableKind {
  return kind === 'computer' || kind === 'lobby';
}

export type TimeKind = 'perMove' | 'clock' | 'none';

export interface Choice {
  variant: Variant;
  /** Pawn Battle: a setup's name, or files and home squares. */
  setup: string;
  opponent: OpponentKind;
  /** Whether everybody may watch. */
  watchable: Record<ShowableKind, boolean>;
  level: number;
  color: ColorChoice;
  timeKind: TimeKind;
  perMoveSeconds: number;
  baseMinutes: number;
  incrementSeconds: number;
}

export const FIRST_CHOICE: Choice = {
  variant: FIRST_VARIANT,
  setup: DEFAULTS.setup,
  opponent: 'computer',
  // A game that was offered to everybody is no secret; one against the computer is one's own affair.
  watchable: { computer: false, lobby: true },
  level: BOUNDS.usualLevel,
  color: 'random',
  timeKind: 'perMove',
  perMoveSeconds: DEFAULTS.secondsPerMove,
  baseMinutes: DEFAULTS.clock.baseSeconds / 60,
  incrementSeconds: DEFAULTS.clock.incrementSeconds,
};

export const PER_MOVE_SECONDS: readonly number[] = [10, 30, 60, 180, 300, 600, 86_400];

/** What the fields for a clock say, as seconds, if the server takes it; `null` if it does not. */
export function clockOf(minutes: number, incrementSeconds: number): TimeControl | null {
  const baseSeconds = Math.round(minutes * 60);
  const within = (value: number, { min, max }: { min: number; max: number }): boolean => value >= min && value <= max;
  // What is no number is within no bounds.
  const good =
    within(baseSeconds, BOUNDS.baseSeconds) &&
    within(incrementSeconds, BOUNDS.incrementSeconds) &&
    Number.isInteger(incrementSeconds);
  return good ? { type: 'clock', baseSeconds, incrementSeconds } : null;
}

/** The choice that was stored, as far as it still makes sense. */
export function readChoice(stored: unknown): Choice | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const old = stored as Record<string, unknown>;
  const word = <T extends string>(value: unknown, words: readonly T[], otherwise: T): T =>
    words.find((known) => known === value) ?? otherwise;
  const number = (value: unknown, low: number, high: number, otherwise: number): number =>
    typeof value === 'number' && value >= low && value <= high ? value : otherwise;
  return {
    variant: variantNamed(old.variant) ?? FIRST_CHOICE.variant,
    setup: typeof old.setup === 'string' && old.setup.length <= BOUNDS.maxSetup ? old.setup : FIRST_CHOICE.setup,
    opponent: word(old.opponent, OPPONENTS, FIRST_CHOICE.opponent),
    watchable: readWatchable(old.watchable),
    level: number(old.level, BOUNDS.level.min, BOUNDS.level.max, FIRST_CHOICE.level),
    color: word<ColorChoice>(old.color, ['white', 'black', 'random'], FIRST_CHOICE.color),
    timeKind: word<TimeKind>(old.timeKind, ['perMove', 'clock', 'none'], FIRST_CHOICE.timeKind),
    perMoveSeconds: number(
      old.perMoveSeconds,
      BOUNDS.secondsPerMove.min,
      BOUNDS.secondsPerMove.max,
      FIRST_CHOICE.perMoveSeconds,
    ),
    baseMinutes: number(
      old.baseMinutes,
      BOUNDS.baseSeconds.min / 60,
      BOUNDS.baseSeconds.max / 60,
      FIRST_CHOICE.baseMinutes,
    ),
    incrementSeconds: number(
      old.incrementSeconds,
      BOUNDS.incrementSeconds.min,
      BOUNDS.incrementSeconds.max,
      FIRST_CHOICE.incrementSeconds,
    ),
  };
}

function readWatchable(stored: unknown): Choice['watchable'] {
  const old = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const yesOrNo = (kind: ShowableKind): boolean => {
    const value = old[kind];
    return typeof value === 'boolean' ? value : FIRST_CHOICE.watchable[kind];
  };
  return { computer: yesOrNo('computer'), lobby: yesOrNo('lobby') };
}

/** The time control that was chosen. */
export function timeOf(choice: Choice): TimeControl {
  switch (choice.timeKind) {
    case 'perMove':
      return { type: 'perMove', seconds: choice.perMoveSeconds };
    case 'clock':
      return {
        type: 'clock',
        baseSeconds: Math.round(choice.baseMinutes * 60),
        incrementSeconds: Math.round(choice.incrementSeconds),
      };
    case 'none':
      return { type: 'none' };
  }
}

/** The game to ask the server for. */
export function gameOf(choice: Choice): NewGame {
  return {
    variant: choice.variant,
    ...(factsOf(choice.variant)?.hasSetups && { setup: choice.setup }),
    opponent:
      choice.opponent === 'computer'
        ? { type: 'computer', level: choice.level, color: choice.color }
        : { type: choice.opponent },
    time: timeOf(choice),
    ...(isShowable(choice.opponent) && choice.watchable[choice.opponent] && { watchable: true }),
  };
}

/** The word for a level. */
export function levelWord(level: number): string {
  if (level <= 1) return 'level-first-steps';
  if (level <= 3) return 'level-beginner';
  if (level <= 5) return 'level-casual';
  if (level <= 8) return 'level-club';
  if (level <= 10) return 'level-strong';
  return level < BOUNDS.level.max ? 'level-expert' : 'level-full';
}
