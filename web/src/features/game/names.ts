// How players are called in the reader's language.
import type { OutcomeView, Player } from '../../generated/protocol';
import { t } from '../../texts.svelte';

/** The player's nickname, the computer's name and level, or that the seat is free. */
export function playerName(player: Player | null): string {
  if (!player) return t('player-missing');
  return player.computerLevel === undefined ? player.name : t('computer-named', { level: player.computerLevel });
}

/** "White wins", "Draw", or that nobody wins. */
export function outcomeTitle(outcome: OutcomeView): string {
  if (outcome.winner) return t(`outcome-${outcome.winner}-wins`);
  return outcome.reason === 'aborted' ? t('outcome-none') : t('outcome-draw');
}
