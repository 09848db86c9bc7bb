// Reading a position's text, and what the board shows between a person's move and the server's answer. No
// rules: a move says itself what it takes and what it empties.
import type { Color, LegalMove, Piece, Role, Square } from '../../generated/protocol';

export type Pieces = ReadonlyMap<Square, Piece>;

const FILES = 'abcdefgh';
const ROLES: Record<string, Role> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };
const LETTERS: Record<Role, string> = { pawn: 'p', knight: 'n', bishop: 'b', rook: 'r', queen: 'q', king: 'k' };

/** All squares, from a8 to h1: as a reader of the board meets them. */
export const SQUARES: readonly Square[] = [8, 7, 6, 5, 4, 3, 2, 1].flatMap((rank) =>
  Array.from(FILES, (file) => `${file}${rank}`),
);

/** The pieces in the first field of a FEN. */
export function piecesOf(fen: string): Pieces {
  const pieces = new Map<Square, Piece>();
  const ranks = (fen.split(' ')[0] ?? '').split('/');
  ranks.forEach((text, row) => {
    let file = 0;
    for (const letter of text) {
      const role = ROLES[letter.toLowerCase()];
      if (role) {
        pieces.set(`${FILES.charAt(file)}${8 - row}`, {
          role,
          color: letter === letter.toLowerCase() ? 'black' : 'white',
        });
        file += 1;
      } else file += Number(letter) || 0;
    }
  });
  return pieces;
}

/** The first field of a FEN with these pieces. */
export function placementOf(pieces: Pieces): string {
  const ranks: string[] = [];
  for (let rank = 8; rank >= 1; rank -= 1) {
    let text = '';
    let empty = 0;
    for (const file of FILES) {
      const piece = pieces.get(`${file}${rank}`);
      if (!piece) {
        empty += 1;
        continue;
      }
      const letter = LETTERS[piece.role];
      text += (empty > 0 ? String(empty) : '') + (piece.color === 'white' ? letter.toUpperCase() : letter);
      empty = 0;
    }
    ranks.push(text + (empty > 0 ? String(empty) : ''));
  }
  return ranks.join('/');
}

/** The pieces after a move, before the server has confirmed it. */
export function piecesAfter(before: Pieces, move: LegalMove): Pieces {
  const after = new Map(before);
  const piece = before.get(move.from);
  if (!piece) return after;
  after.delete(move.from);
  if (move.castling) {
    after.delete(move.castling.rookFrom);
    after.set(move.castling.rookTo, { color: piece.color, role: 'rook' });
  }
  for (const square of move.takes ?? []) after.delete(square);
  after.set(move.to, move.promotion ? { color: piece.color, role: move.promotion } : piece);
  for (const square of move.blast ?? []) after.delete(square);
  return after;
}

/** What a move takes off the board. */
export function takenBy(before: Pieces, move: LegalMove): { square: Square; piece: Piece }[] {
  return SQUARES.flatMap((square) => {
    const piece = before.get(square);
    return move.takes?.includes(square) && piece ? [{ square, piece }] : [];
  });
}

/** Where pieces of a colour may be put down: anywhere but on their own, and wherever a legal move leads. */
export function reachOf(pieces: Pieces, color: Color, legal: readonly LegalMove[]): Map<Square, Square[]> {
  const free = SQUARES.filter((square) => pieces.get(square)?.color !== color);
  const reach = new Map<Square, Square[]>();
  for (const [square, piece] of pieces) if (piece.color === color) reach.set(square, [...free]);
  for (const move of legal) {
    const squares = reach.get(move.from);
    for (const target of targetsOf(move)) if (squares && !squares.includes(target)) squares.push(target);
  }
  return reach;
}

/** The squares on which a move may be asked for: castling also on the rook's. */
export function targetsOf(move: LegalMove): Square[] {
  return move.castling ? [move.to, move.castling.rookFrom] : [move.to];
}

/** The legal moves between two squares: none, one, or a choice of promotions. */
export function movesBetween(legal: readonly LegalMove[], from: Square, to: Square): LegalMove[] {
  const exact = legal.filter((move) => move.from === from && move.to === to);
  return exact.length > 0 ? exact : legal.filter((move) => move.from === from && targetsOf(move).includes(to));
}
