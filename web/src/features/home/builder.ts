// A Pawn Battle setup of one's own: files for the pawns and home squares for the pieces. Both sides get the
// same. It is written as the server reads it: `abgh+b1g1`, or as a FEN if Black moves first.
import { BOUNDS, GAMES, type Piece, type Role, type Square } from '../../generated/protocol';
import { piecesOf, placementOf } from '../board';

export interface OwnSetup {
  /** The files that have a pawn. */
  files: ReadonlySet<string>;
  /** The files whose home square has its piece. */
  homes: ReadonlySet<string>;
  /** Who moves first, as a FEN writes it. */
  turn: 'w' | 'b';
}

/** With fewer there is no battle. */
export const FEWEST_PAWNS = BOUNDS.pawns.min;

const FILES = Array.from('abcdefgh');
/** The game's first position has every piece at home. */
const HOMES = piecesOf(GAMES.find((game) => game.hasSetups)?.fen ?? '');

/** The piece whose home is on a file. */
export function homePiece(file: string): Role | undefined {
  return HOMES.get(`${file}1`)?.role;
}

/** The files that have a piece at home; the king's has none. */
export const PIECE_FILES: readonly string[] = FILES.filter((file) => homePiece(file));
export const PAWN_FILES: readonly string[] = FILES;

/** The setup's text. */
export function setupText(setup: OwnSetup): string {
  const { files, homes, turn } = setup;
  if (turn === 'b') return fenOf(setup);
  const pawns = FILES.filter((file) => files.has(file)).join('');
  const pieces = FILES.filter((file) => homes.has(file))
    .map((file) => `${file}1`)
    .join('');
  return pieces ? `${pawns}+${pieces}` : pawns;
}

/** The setup in a text, if it is one. */
export function readSetup(text: string): OwnSetup | undefined {
  if (text.includes(' ')) return readFen(text);
  const match = /^([a-h]*)(?:\+((?:[a-h]1)*))?$/.exec(text);
  if (!match) return undefined;
  return { files: new Set(match[1]), homes: new Set((match[2] ?? '').replaceAll('1', '')), turn: 'w' };
}

/** The setup in a FEN, by White's pieces; whether Black's are the same, the server says. */
function readFen(fen: string): OwnSetup {
  const pieces = piecesOf(fen);
  return {
    files: new Set(FILES.filter((file) => pieces.get(`${file}2`)?.role === 'pawn')),
    homes: new Set(FILES.filter((file) => pieces.has(`${file}1`))),
    turn: turnOf(fen),
  };
}

/** Whether a text has the shape of a FEN: eight ranks and who moves. */
export function isFen(text: string): boolean {
  return /^([pnbrqk1-8]+\/){7}[pnbrqk1-8]+\s+[wb](\s|$)/i.test(text.trim());
}

/** Who moves first in a FEN. */
export function turnOf(fen: string): 'w' | 'b' {
  return fen.trim().split(/\s+/)[1] === 'b' ? 'b' : 'w';
}

/** The setup's FEN. */
export function fenOf(setup: OwnSetup): string {
  return `${placement(setup)} ${setup.turn} - - 0 1`;
}

/** The first field of the setup's FEN, to be drawn. */
export function placement({ files, homes }: Pick<OwnSetup, 'files' | 'homes'>): string {
  const pieces = new Map<Square, Piece>();
  for (const file of FILES) {
    const role = homes.has(file) ? homePiece(file) : undefined;
    for (const color of ['white', 'black'] as const) {
      const [home, second] = color === 'white' ? [1, 2] : [8, 7];
      if (role) pieces.set(`${file}${home}`, { color, role });
      if (files.has(file)) pieces.set(`${file}${second}`, { color, role: 'pawn' });
    }
  }
  return placementOf(pieces);
}

/** The same set with one item put in or taken out. */
export function toggled(set: ReadonlySet<string>, item: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}
