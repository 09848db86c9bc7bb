// A good move for whoever is to move, found by the engine in this browser.
import { Engine } from '../../engine';
import { DEFAULTS, type GameView, type LegalMove } from '../../generated/protocol';
import { written } from '../../notation';
import { preferences } from '../../preferences.svelte';
import { loadRules } from '../../rules';
import { language, t } from '../../texts.svelte';
import { whysOf } from './reasons';

export interface Hint {
  move: LegalMove;
  /** The move as the reader wants it written. */
  text: string;
  /** Why it is good, in sentences. */
  why: string;
}

/** Finds a hint; nothing if there is no move to be made. */
export async function findHint(game: GameView): Promise<Hint | null> {
  const engine = new Engine();
  try {
    const begun = { variant: game.variant, fen: game.initialFen, moves: game.moves.map(({ uci }) => uci) };
    const [found, rules] = await Promise.all([engine.search({ ...begun, timeMs: DEFAULTS.hintMs }), loadRules()]);
    const best = found?.pv[0];
    const { legal } = rules.position(begun).position;
    const move = legal.find(({ uci }) => uci === best?.uci);
    if (!found || !best || !move) return null;
    const after = rules.position({ ...begun, tryMove: best.uci });
    const write = (san: string): string => written(san, preferences.notation.value, language());
    const whys = whysOf({ game, move, after, found, write });
    return { move, text: write(best.san), why: whys.map(({ kind, args }) => t(`why-${kind}`, args)).join(' ') };
  } finally {
    engine.close();
  }
}
