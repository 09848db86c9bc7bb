// The hint that a player has asked for. The engine is loaded when it is first wanted.
import { reasonOf } from '../../api';
import type { GameView } from '../../generated/protocol';
import { inWords } from '../../texts.svelte';
import type { Hint } from '../hints';

export class Hinting {
  /** The ply that it is for; `null` if nothing was asked. */
  ply = $state<number | null>(null);
  hint = $state.raw<Hint | null>(null);
  /** Whether the reason has been asked for, too. */
  explained = $state(false);
  failure = $state('');

  async ask(game: GameView): Promise<void> {
    const ply = game.moves.length;
    if (this.ply === ply && !this.failure) return;
    this.forget();
    this.ply = ply;
    try {
      const { findHint } = await import('../hints');
      const hint = await findHint(game);
      if (this.ply === ply) this.hint = hint;
    } catch (error) {
      if (this.ply === ply) this.failure = inWords(reasonOf(error));
    }
  }

  forget(): void {
    this.ply = null;
    this.hint = null;
    this.explained = false;
    this.failure = '';
  }
}

/** Whether a player may ask for a hint: in games against the computer. */
export function mayHint(game: GameView): boolean {
  const opponent = game.you === 'white' ? 'black' : game.you === 'black' ? 'white' : null;
  return opponent !== null && game.players[opponent]?.computerLevel !== undefined;
}
