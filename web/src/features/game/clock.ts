// Clocks between two messages of the server. The server's clock counts; this one only shows.
import type { ClocksView, Color, TimeControl } from '../../generated/protocol';

/** What a colour has left at `now`, if time is counted; the clocks were read at `readAt`. */
export function remainingMs(clocks: ClocksView, color: Color, readAt: number, now: number): number | null {
  const ms = color === 'white' ? clocks.whiteMs : clocks.blackMs;
  if (ms === null) return null;
  return clocks.running === color ? ms - (now - readAt) : ms;
}

/** Below this a clock is red, in a game that gives at least four times as much. */
const LOW_MS = 20_000;

/** Below how much a clock is red: near the end of the time, however little that is. */
export function lowMs(time: TimeControl): number {
  switch (time.type) {
    case 'perMove':
      return Math.min(LOW_MS, time.seconds * 250);
    case 'clock':
      return Math.min(LOW_MS, time.baseSeconds * 250);
    case 'none':
      return 0;
  }
}

/** "2:59", "1:02:03", and "9.4" in the last ten seconds; never below zero. */
export function clockText(ms: number): string {
  if (ms <= 0) return '0:00';
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.floor(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The text that tells a time control, with its arguments. */
export function timeInWords(time: TimeControl): [id: string, args: Record<string, number | string>] {
  switch (time.type) {
    case 'perMove':
      if (time.seconds === 86_400) return ['time-day-a-move', {}];
      return time.seconds % 60 === 0
        ? ['time-minutes-a-move', { minutes: time.seconds / 60 }]
        : ['time-seconds-a-move', { seconds: time.seconds }];
    case 'clock':
      return [
        'time-clock',
        {
          base: time.baseSeconds % 60 === 0 ? String(time.baseSeconds / 60) : `${time.baseSeconds}s`,
          increment: time.incrementSeconds,
        },
      ];
    case 'none':
      return ['time-none', {}];
  }
}
