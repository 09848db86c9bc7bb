// Times that are chosen by one click, and which of them a choice is.
import type { TimeControl } from '../../generated/protocol';
import { timeOf, type Choice } from './choice';

type Time = Pick<Choice, 'timeKind'> & Partial<Pick<Choice, 'perMoveSeconds' | 'baseMinutes' | 'incrementSeconds'>>;

const clock = (baseMinutes: number, incrementSeconds: number): Time => ({
  timeKind: 'clock',
  baseMinutes,
  incrementSeconds,
});

export const PRESETS: readonly Time[] = [
  { timeKind: 'perMove', perMoveSeconds: 180 },
  clock(1, 0),
  clock(3, 2),
  clock(5, 3),
  clock(10, 5),
  { timeKind: 'none' },
];

/** The time control that a preset stands for. */
export function presetTime(preset: Time, choice: Choice): TimeControl {
  return timeOf({ ...choice, ...preset });
}

/** Which preset a choice is, if any. */
export function presetOf(choice: Choice): number | null {
  const same = PRESETS.findIndex((preset) =>
    Object.entries(preset).every(([name, value]) => choice[name as keyof Time] === value),
  );
  return same < 0 ? null : same;
}
