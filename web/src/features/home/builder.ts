// A Pawn Battle setup of one's own: files for the pawns and home squares for the pieces. Both sides get the
// same. It is written as the server reads it: `abgh+b1g1`, or as a FEN if Black moves first.
import { BOUNDS, GAMES, type Role, type Square } from '../../generated/protocol';
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
/** The game's first position, in which every pawn and piece is at home. A setup is a part of it. */
const HOME = piecesOf(GAMES.find((game) => game.hasSetups)?.fen ?? '');

const fileOf = (square: Square): string => square.slice(0, 1);

/** The square on a file where White has a piece at home. */
function homeSquare(file: string): Square | undefined {
  for (const [square, { color, role }] of HOME) {
    if (fileOf(square) === file && color === 'white' && role !== 'pawn') return square;
  }
  return undefined;
}

/** The piece whose home is on a file. */
export function homePiece(file: string): Role | undefined {
  return HOME.get(homeSquare(file) ?? '')?.role;
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
    .map(homeSquare)
    .join('');
  return pieces ? `${pawns}+${pieces}` : pawns;
}

/** The setup in a text, if it is one. */
export function readSetup(text: string): OwnSetup | undefined {
  if (text.includes(' ')) return readFen(text);
  const match = /^([a-h]*)(?:\+((?:[a-h][1-8])*))?$/.exec(text);
  if (!match) return undefined;
  const homes = (match[2] ?? '').match(/../g) ?? [];
  if (homes.some((square) => homeSquare(fileOf(square)) !== square)) return undefined;
  return { files: new Set(match[1]), homes: new Set(homes.map(fileOf)), turn: 'w' };
}

/** The setup in a FEN, by White's pieces at home; whether Black's are the same, the server says. */
function readFen(fen: string): OwnSetup {
  const pieces = piecesOf(fen);
  const files = new Set<string>();
  const homes = new Set<string>();
  for (const [square, { color, role }] of HOME) {
    if (color === 'white' && pieces.get(square)?.role === role) (role === 'pawn' ? files : homes).add(fileOf(square));
  }
  return { files, homes, turn: turnOf(fen) };
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
  const pieces = [...HOME].filter(([square, { role }]) => (role === 'pawn' ? files : homes).has(fileOf(square)));
  return placementOf(new Map(pieces));
}

/** The same set with one item put in or taken out. */
export function toggled(set: ReadonlySet<string>, item: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}
