// The boards of a class, and which of them is shown large. Pure functions.
import type { ClassBoard } from '../../generated/protocol';

/** Boards with one changed or added. */
export function withBoard(boards: readonly ClassBoard[], board: ClassBoard): ClassBoard[] {
  const at = boards.findIndex(({ game }) => game === board.game);
  return at < 0 ? [...boards, board] : boards.with(at, board);
}

/** The boards of the wall: those that go on and the last one of each child, the newest round last. */
export function wallOf(boards: readonly ClassBoard[]): ClassBoard[] {
  const seats = ({ white, black }: ClassBoard): string[] => [white, black].filter((seat) => seat !== null);
  const last = new Map(boards.flatMap((board) => seats(board).map((seat) => [seat, board.game] as const)));
  return boards.filter((board) => seats(board).some((seat) => last.get(seat) === board.game));
}

/** The board that grows: the one the teacher has chosen, else the most interesting one that goes on. */
export function largest(boards: readonly ClassBoard[], spotlight: string | null): ClassBoard | undefined {
  const chosen = boards.find(({ game }) => game === spotlight);
  if (chosen) return chosen;
  const open = boards.filter(({ outcome, ply }) => outcome === null && ply > 0);
  return open.reduce<ClassBoard | undefined>(
    (best, board) => (best === undefined || board.interest > best.interest ? board : best),
    undefined,
  );
}

/** Half points as they are written: 3½. */
export function pointsInWords(halfPoints: number): string {
  const whole = Math.floor(halfPoints / 2);
  const half = halfPoints % 2 === 1 ? '½' : '';
  return whole === 0 && half ? half : `${whole}${half}`;
}
