// Loading the whole page again when a part of it is gone, but not again and again.

const KEY = 'estopim-reloaded-at';
/** A page that fails again within this time is not helped by loading it once more. */
const AGAIN_AFTER_MS = 30_000;

/** Reloads unless that was tried a moment ago; tells whether it did. */
export function reloadOnce(kept: Pick<Storage, 'getItem' | 'setItem'>, nowMs: number, reload: () => void): boolean {
  const last = Number(kept.getItem(KEY) ?? Number.NEGATIVE_INFINITY);
  if (nowMs - last < AGAIN_AFTER_MS) return false;
  kept.setItem(KEY, String(nowMs));
  reload();
  return true;
}
