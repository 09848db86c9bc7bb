// The open seeks, and how a change among them is applied.
import type { Seek } from '../../generated/protocol';

/** The seeks after a change, newest first. */
export function withLobbyChange(seeks: Seek[], added: Seek[], removed: string[]): Seek[] {
  const gone = new Set([...removed, ...added.map(({ id }) => id)]);
  return [...seeks.filter(({ id }) => !gone.has(id)), ...added].sort((a, b) => b.createdMs - a.createdMs);
}
