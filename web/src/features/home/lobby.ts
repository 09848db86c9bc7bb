// Lists that the server tells whole once and then by differences: the open seeks, and the games to watch.

/** The list after a change, newest first. */
export function withChange<T extends { id: string; createdMs: number }>(
  rows: T[],
  changed: T[],
  removed: string[],
): T[] {
  const gone = new Set([...removed, ...changed.map(({ id }) => id)]);
  return [...rows.filter(({ id }) => !gone.has(id)), ...changed].sort((a, b) => b.createdMs - a.createdMs);
}
