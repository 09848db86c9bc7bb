// How players and endings are called in the reader's language.
import { ENDINGS_BY_MOVE, ENDINGS_THAT_JOIN, type OutcomeView, type Player, type Seat } from '../../generated/protocol';
import { t } from '../../texts.svelte';

/** The player's nickname, the computer's name and level, or that the seat is free. */
export function playerName(player: Player | null): string {
  if (!player) return t('player-missing');
  return player.computerLevel === undefined ? player.name : t('computer-named', { level: player.computerLevel });
}

/** An ending as its reader sees it. */
export interface Ending {
  /** "You won", "Black won", "Draw". */
  title: string;
  /** "by checkmate", "Black resigned". */
  reason: string;
  /** Both, in one sentence. */
  sentence: string;
}

/** How a game has ended, from the side of somebody with that seat, or with none. */
export function endingFor(outcome: OutcomeView, you: Seat | null): Ending {
  const { winner, reason } = outcome;
  const loser = winner === 'white' ? 'black' : 'white';
  const plays = you === 'white' || you === 'black';
  const nobody = reason === 'aborted' ? 'none' : 'draw';
  const side = winner === null ? nobody : !plays ? winner : winner === you ? 'won' : 'lost';
  const title = t(`end-${side}`);
  const said = t(`end-by-${reason}`, { loser: side === 'lost' ? 'you' : loser });
  return ENDINGS_THAT_JOIN.includes(reason)
    ? { title, reason: said, sentence: `${title} ${said}.` }
    : { title, reason: said.charAt(0).toUpperCase() + said.slice(1), sentence: `${title}: ${said}.` };
}

/** Whether the last move ended the game. */
export function endedByMove(outcome: OutcomeView): boolean {
  return ENDINGS_BY_MOVE.includes(outcome.reason);
}
