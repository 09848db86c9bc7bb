// Whose turn it is in a game that goes on, as its reader sees it.
import type { GameView } from '../../generated/protocol';

export function turnIn({ status, you, position }: Pick<GameView, 'status' | 'you' | 'position'>) {
  if (status === 'waiting') return 'waiting';
  return you === 'both' || you === position.turn ? 'yours' : 'theirs';
}
