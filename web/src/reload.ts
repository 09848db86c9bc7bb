// Loading the whole page again when a part of it is gone, but not again and again.

const KEY = 'estopim-reloaded-at';
/** A page that fails again within this time is not helped by loading it once more. */
const AGAIN_AFTER_MS = 30_000;

/** Reloads unless that was tried a moment ago; returns whether it did. */
export function reloadOnce(kept: Pick<Storage, 'getItem' | 'setItem'>, nowMs: number, reload: () => void): boolean {
  const last = Number(kept.getItem(KEY) ?? Number.NEGATIVE_INFINITY);
  if (nowMs - last < AGAIN_AFTER_MS) return false;
  kept.setItem(KEY, String(nowMs));
  reload();
  return true;
}

/** Loads a part of the page. If it is gone, since the server has another build by now, the whole page is loaded again,
 *  once; whoever waits for the part waits for that. */
export async function loadOrReload<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!reloadOnce(sessionStorage, Date.now(), () => location.reload())) throw error;
    return new Promise(() => {
      // Never settles: nothing is shown while the page is being loaded again.
    });
  }
}
