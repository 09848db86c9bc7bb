// Asks for a report and waits for it.
import { api, reasonOf } from '../../api';
import type { GameReport, ReportProgress } from '../../generated/protocol';

/** How long between two questions, in milliseconds. */
const EVERY_MS = 400;
/** How long to wait while the server has too much to do, in milliseconds. */
const BUSY_MS = 3000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The report of a game. `onProgress` hears how far it is; nothing while the server has no time for it. */
export async function reportOf(
  id: string,
  onProgress: (progress: ReportProgress | null) => void,
  stopped: () => boolean,
): Promise<GameReport | undefined> {
  for (let asked = false; !stopped();) {
    try {
      const answer = await (asked ? api.report(id) : api.askReport(id));
      if (answer.state === 'done') return answer;
      asked = true;
      onProgress(answer);
      await pause(EVERY_MS);
    } catch (error) {
      const { code } = reasonOf(error);
      // Busy, or restarted meanwhile and without memory of what was asked.
      if (code !== 'busy' && !(asked && code === 'notFound')) throw error;
      asked = false;
      onProgress(null);
      await pause(BUSY_MS);
    }
  }
  return undefined;
}
