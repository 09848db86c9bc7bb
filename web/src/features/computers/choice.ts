// Who plays whom, and how fast: remembered from one visit to the next.
import { BOUNDS, DEFAULTS, type Color, type Variant } from '../../generated/protocol';
import { FIRST_VARIANT, variantNamed } from '../../variants';

/** At least so long from one move to the next, in milliseconds. */
export const PACES = { slow: 3_000, normal: 1_200, fast: 250 } as const;
export type Pace = keyof typeof PACES;
export const PACE_NAMES: readonly Pace[] = ['slow', 'normal', 'fast'];

export interface DuelChoice {
  variant: Variant;
  /** Pawn Battle: a setup's name. */
  setup: string;
  levels: Record<Color, number>;
  pace: Pace;
}

export const FIRST_DUEL: DuelChoice = {
  variant: FIRST_VARIANT,
  setup: DEFAULTS.setup,
  levels: { white: 8, black: 8 },
  pace: 'normal',
};

/** The choice that was stored, as far as it still makes sense. */
export function readDuel(stored: unknown): DuelChoice | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const old = stored as Record<string, unknown>;
  const levels = (typeof old.levels === 'object' && old.levels !== null ? old.levels : {}) as Record<string, unknown>;
  const level = (color: Color): number => {
    const { min, max } = BOUNDS.level;
    const value = levels[color];
    return typeof value === 'number' && value >= min && value <= max ? value : FIRST_DUEL.levels[color];
  };
  return {
    variant: variantNamed(old.variant) ?? FIRST_DUEL.variant,
    setup: typeof old.setup === 'string' && old.setup.length <= BOUNDS.maxSetup ? old.setup : FIRST_DUEL.setup,
    levels: { white: level('white'), black: level('black') },
    pace: PACE_NAMES.find((name) => name === old.pace) ?? FIRST_DUEL.pace,
  };
}
