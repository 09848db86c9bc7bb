// The rules for what is drawn: nothing until they are loaded, which the first question starts.
import type { GameView, LegalMove, PositionAnswer } from './generated/protocol';
import { loadRules, type Rules } from './rules';

/** How long it takes until loading is tried again, in milliseconds. */
const RETRY_MS = 3000;

let loaded = $state.raw<Rules | null>(null);
let loading = false;

export function rules(): Rules | null {
  if (!loaded && !loading) load();
  return loaded;
}

function load(): void {
  loading = true;
  loadRules()
    .then((rules) => (loaded = rules))
    .catch(() => setTimeout(load, RETRY_MS));
}

/** What may be played in a game now; nothing while the rules are being loaded. */
export function legalIn({ variant, position }: Pick<GameView, 'variant' | 'position'>): LegalMove[] {
  return rules()?.position({ variant, fen: position.fen }).position.legal ?? [];
}

/**
 * A move tried in a game. The position before the last move is asked, too: it knows that a pawn has just made a double
 * step, even if it may not be taken.
 */
export function tryIn({ variant, fens, moves, position }: GameView, move: string): PositionAnswer | undefined {
  const [fen, last] = [fens.at(-2), moves.at(-1)];
  const start = fen !== undefined && last ? { fen, moves: [last.uci] } : { fen: position.fen };
  return rules()?.position({ variant, ...start, tryMove: move });
}
