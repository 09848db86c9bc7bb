// What a report says, in words.
import type { LabelReason, ReportScore } from '../../generated/protocol';
import { written } from '../../notation';
import { preferences } from '../../preferences.svelte';
import { language, t } from '../../texts.svelte';
import { clockText } from '../game';

/** Arguments of reasons that are moves. */
const MOVES = ['reply', 'best', 'runnerUp'];

/** A move as the reader wants it written. */
export function moveInWords(san: string): string {
  return written(san, preferences.notation.value, language());
}

/** Why a move has its label. */
export function reasonInWords(reason: LabelReason): string {
  const args: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(reason.args ?? {}))
    args[name] = MOVES.includes(name) && typeof value === 'string' ? moveInWords(value) : value;
  const taken = (reason.taken ?? []).map((piece) => t('taken-piece', { ...piece }));
  return t(`reason-${reason.code}`, { ...args, taken: listed(taken) });
}

/** Several things in one phrase. */
function listed(things: string[]): string {
  const last = things.at(-1) ?? '';
  const before = things.slice(0, -1);
  if (before.length === 0) return last;
  const first = before.reduce((list, next) => t('list-more', { first: list, second: next }));
  return t('list-last', { first, second: last });
}

/** A score as engines write it: pawns, or moves to the end. */
export function scoreText(score: ReportScore): string {
  if ('mate' in score) return `${score.mate < 0 ? '−' : ''}#${Math.abs(score.mate)}`;
  return `${score.cp < 0 ? '−' : '+'}${(Math.abs(score.cp) / 100).toFixed(1)}`;
}

/** A share in thousandths as a percentage. */
export const percent = (share: number): number => Math.round(share / 10);

/** How long something took: seconds with a tenth below ten, else minutes and seconds. */
export function spent(ms: number): string {
  if (ms < 60_000)
    return t('report-seconds', { seconds: ms < 10_000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1000) });
  return clockText(ms);
}
