// The board in words: for people who listen to it, and for everyone who wants to read it.
import type { Color, LegalMove, Piece, PlayedMove, Role, Square } from '../../generated/protocol';
import { written } from '../../notation';
import { language, t } from '../../texts.svelte';
import { SQUARES, takenBy, type Pieces } from './pieces';

/** "white knight". */
export function pieceInWords(piece: Piece): string {
  return t('piece-of', { color: piece.color, role: piece.role });
}

/** "knight e5, pawn d4". */
export function listInWords(gone: readonly { square: Square; piece: Piece }[]): string {
  return gone.map(({ square, piece }) => `${pieceInWords(piece)} ${square}`).join(', ');
}

/** What a square says of itself when it is reached by keyboard. */
export function squareInWords(
  square: Square,
  pieces: Pieces,
  selected: Square | null,
  moves: readonly LegalMove[],
): string {
  const piece = pieces.get(square);
  const what = piece ? pieceInWords(piece) : t('board-empty');
  if (square === selected) return t('board-square-selected', { square, what });
  const move = moves[0];
  if (!move) return t('board-square', { square, what });
  if (move.blast) return t('board-square-blast', { square, what, gone: listInWords(takenBy(pieces, move)) });
  return move.capture ? t('board-square-capture', { square, what }) : t('board-square-target', { square, what });
}

const ORDER: readonly Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];

/** "king e1, queen d1, rook a1 h1": all pieces of a colour. */
export function armyInWords(pieces: Pieces, color: Color): string {
  const parts = ORDER.flatMap((role) => {
    const squares = SQUARES.filter(
      (square) => pieces.get(square)?.role === role && pieces.get(square)?.color === color,
    );
    return squares.length > 0 ? [`${t(`piece-${role}`)} ${squares.sort().join(' ')}`] : [];
  });
  return parts.join(', ') || t('board-no-pieces');
}

/** What is announced when a move has been played. */
export function moveInWords(move: PlayedMove): string {
  const san = written(move.san, 'local', language());
  const said = t('say-move', { color: move.by, san, from: move.from, to: move.to });
  const blast = move.exploded.length > 0 ? t('say-blast', { count: move.exploded.length }) : '';
  const check = move.check ? t('say-check') : '';
  return [said, blast, check].filter(Boolean).join(' ');
}
