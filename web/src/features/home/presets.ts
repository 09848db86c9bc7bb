// Times that are chosen by one click, and which of them a choice is.
import { PRESET_TIMES, type TimeControl } from '../../generated/protocol';
import { timeOf, type Choice } from './choice';

type Time = Pick<Choice, 'timeKind'> & Partial<Pick<Choice, 'perMoveSeconds' | 'baseMinutes' | 'incrementSeconds'>>;

function choiceOf(time: TimeControl): Time {
  switch (time.type) {
    case 'perMove':
      return { timeKind: 'perMove', perMoveSeconds: time.seconds };
    case 'clock':
      return { timeKind: 'clock', baseMinutes: time.baseSeconds / 60, incrementSeconds: time.incrementSeconds };
    case 'none':
      return { timeKind: 'none' };
  }
}

export const PRESETS: readonly Time[] = PRESET_TIMES.map(choiceOf);

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
