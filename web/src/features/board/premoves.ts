// Where a piece may be sent in advance: its own way of moving on an empty board, since nobody knows yet what
// will stand where. Whether the move is legal, the server says when its turn has come.
import type { Color, Square, Variant } from '../../generated/protocol';
import { SQUARES, type Pieces } from './pieces';

const CASTLING: ReadonlySet<Variant> = new Set<Variant>(['chess', 'atomic', 'strictatomic']);

const place = (square: Square): [number, number] => [square.charCodeAt(0) - 97, Number(square.charAt(1)) - 1];

/** Every premove that a colour's pieces can be given. */
export function premoveReach(pieces: Pieces, color: Color, variant: Variant): Map<Square, Square[]> {
  const reach = new Map<Square, Square[]>();
  for (const [from, piece] of pieces) {
    if (piece.color !== color) continue;
    reach.set(from, SQUARES.filter((to) => to !== from && goes(from, to)));

    function goes(start: Square, end: Square): boolean {
      const [file, rank] = place(start);
      const [toFile, toRank] = place(end);
      const across = Math.abs(toFile - file);
      const along = Math.abs(toRank - rank);
      switch (piece?.role) {
        case 'knight':
          return across * along === 2;
        case 'bishop':
          return across === along;
        case 'rook':
          return across === 0 || along === 0;
        case 'queen':
          return across === along || across === 0 || along === 0;
        case 'king':
          return (across <= 1 && along <= 1) || castles(file, rank, toFile, toRank);
        default:
          return pawnGoes(across, color === 'white' ? toRank - rank : rank - toRank, rank);
      }
    }

    function castles(file: number, rank: number, toFile: number, toRank: number): boolean {
      const home = color === 'white' ? 0 : 7;
      return CASTLING.has(variant) && file === 4 && rank === home && toRank === home && [0, 2, 6, 7].includes(toFile);
    }
  }
  return reach;

  function pawnGoes(across: number, ahead: number, rank: number): boolean {
    const home = color === 'white' ? 1 : 6;
    return (across <= 1 && ahead === 1) || (across === 0 && ahead === 2 && rank === home);
  }
}
