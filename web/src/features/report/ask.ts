// Asks for a report and waits for it. A server that has too much to do is not waited for: this browser makes the report then, of
// the same engine, network and nodes, so that the numbers are the same.
import { api, reasonOf } from '../../api';
import { Engine } from '../../engine';
import { BOUNDS, type GameReport, type GameView, type ReportProgress } from '../../generated/protocol';

/** How long between two questions, in milliseconds. */
const EVERY_MS = 400;
/** How long to wait for a server that has forgotten what was asked, in milliseconds. */
const AGAIN_MS = 1000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A report, and who made it. */
export interface Made {
  report: GameReport;
  by: 'server' | 'browser';
}

/** Who is asked for reports; tests ask others. */
export interface Makers {
  ask: (id: string) => ReturnType<typeof api.askReport>;
  look: (id: string) => ReturnType<typeof api.report>;
  make: (game: GameView, onProgress: (progress: ReportProgress) => void) => Promise<GameReport | undefined>;
  pause: (ms: number) => Promise<void>;
}

const MAKERS: Makers = { ask: api.askReport, look: api.report, make: makeHere, pause };

/** The report of a game. `onProgress` hears how far it is. Nothing if it was stopped. */
export async function reportOf(
  game: GameView,
  onProgress: (progress: ReportProgress, by: Made['by']) => void,
  stopped: () => boolean,
  { ask, look, make, pause: wait }: Makers = MAKERS,
): Promise<Made | undefined> {
  for (let asked = false; !stopped();) {
    try {
      const answer = await (asked ? look(game.id) : ask(game.id));
      if (answer.state === 'done') return { report: answer, by: 'server' };
      asked = true;
      onProgress(answer, 'server');
      await wait(EVERY_MS);
    } catch (error) {
      const { code } = reasonOf(error);
      if (code === 'busy') {
        const report = await make(game, (progress) => onProgress(progress, 'browser'));
        return report && { report, by: 'browser' };
      }
      // Restarted meanwhile, and without memory of what was asked; or about to be.
      if (!asked || (code !== 'notFound' && code !== 'unreachable')) throw error;
      asked = code === 'unreachable';
      await wait(AGAIN_MS);
    }
  }
  return undefined;
}

/** Makes it in a worker of this browser. */
async function makeHere(
  game: GameView,
  onProgress: (progress: ReportProgress) => void,
): Promise<GameReport | undefined> {
  const engine = new Engine();
  const moves = game.moves.map(({ uci }) => uci);
  try {
    return await engine.makeReport(
      { variant: game.variant, fen: game.initialFen, moves, nodes: BOUNDS.reportNodes },
      onProgress,
    );
  } finally {
    engine.close();
  }
}
