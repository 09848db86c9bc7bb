// Whose turn it is and what has just happened, in words.
import type { Color, GameView } from '../../generated/protocol';
import { inWords, t } from '../../texts.svelte';
import { endingFor } from './names';
import { mayMove, type Notice } from './state';

/** Whose turn it is, or how the game ended. */
export function statusInWords(game: GameView): string {
  if (game.outcome) return endingFor(game.outcome, game.you).sentence;
  if (game.status === 'waiting') return t('status-waiting');
  const { turn, check } = game.position;
  const own = mayMove(game) && game.you !== 'both';
  const said = own ? t('status-your-turn', { color: turn }) : t('status-turn', { color: turn });
  return check ? `${said} ${t(own ? 'status-your-check' : 'status-check', { variant: game.variant })}` : said;
}

/** What is peculiar here: kings that shield each other, or one that the next move could explode. */
export function dangerInWords(game: GameView): string {
  if (game.status !== 'playing') return '';
  const { threats, check, kingsProtected } = game.position;
  const open = threats.filter((square) => square !== check);
  if (kingsProtected) return t('status-kings-touch');
  return open.length > 0 ? t('status-threat', { squares: open.join(', '), variant: game.variant }) : '';
}

/** A notice in words. */
export function noticeInWords(notice: Notice): string {
  switch (notice.kind) {
    case 'refused':
      return inWords(notice.reason);
    case 'declined':
      return t(`declined-${notice.offer}`);
    case 'premoveLost':
      return t('premove-lost');
    case 'timeGiven':
      return t('time-given', { color: notice.color satisfies Color });
    case 'infraction':
      return t(`infraction-${notice.fault}`, { color: notice.color, count: notice.count, max: notice.max });
  }
}
