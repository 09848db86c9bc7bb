// Who plays in a slot of a table, as a choice of the page.
import type { SlotKind, TableView } from '../../generated/protocol';

/** A slot as the value of a choice: `bot`, `human` or `computer:3`. */
export function choiceOf(kind: SlotKind): string {
  return kind.type === 'computer' ? `computer:${kind.level}` : kind.type;
}

/** The slot of a choice; anything else is a bot. */
export function kindOf(choice: string): SlotKind {
  const level = /^computer:(\d+)$/.exec(choice)?.[1];
  if (level !== undefined) return { type: 'computer', level: Number(level) };
  return choice === 'human' ? { type: 'human' } : { type: 'bot' };
}

/** The score of a table: points of each name, the most first. */
export function scoreOf(table: Pick<TableView, 'results'>): [string, number][] {
  const points = new Map<string, number>();
  const add = (name: string, more: number) => points.set(name, (points.get(name) ?? 0) + more);
  for (const { white, black, winner } of table.results) {
    add(white, winner === 'white' ? 1 : winner === null ? 0.5 : 0);
    add(black, winner === 'black' ? 1 : winner === null ? 0.5 : 0);
  }
  return [...points].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
}
