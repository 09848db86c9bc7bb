// What the rules pages show: for each rule a position and the moves that play it. The words are the texts
// `lesson-<name>-title` and `lesson-<name>-text`. A test asks the server whether each ends as it says.
import type { Variant } from '../../generated/protocol';

export interface Lesson {
  name: string;
  variant: Variant;
  fen: string;
  /** The moves that show the rule; the last may be one that is refused. */
  moves: readonly string[];
}

export const LESSONS: Record<Variant, readonly Lesson[]> = {
  chess: [
    { name: 'checkmate', variant: 'chess', fen: '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1', moves: ['d1d8'] },
    { name: 'check', variant: 'chess', fen: '4k3/8/8/8/4r3/8/PPP2PPP/R1B1K2R w KQ - 0 1', moves: ['h2h3'] },
    { name: 'castling', variant: 'chess', fen: '4k3/8/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1', moves: ['e1g1'] },
    { name: 'enpassant', variant: 'chess', fen: '4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1', moves: ['d7d5', 'e5d6'] },
    { name: 'promotion', variant: 'chess', fen: '8/4P3/8/8/8/1k6/8/4K3 w - - 0 1', moves: ['e7e8q'] },
    { name: 'stalemate', variant: 'chess', fen: 'k7/8/1K6/8/8/8/2Q5/8 w - - 0 1', moves: ['c2c7'] },
  ],
  atomic: [
    { name: 'explosion', variant: 'atomic', fen: '4k3/8/2n1b3/2pp4/4P3/8/8/4K3 w - - 0 1', moves: ['e4d5'] },
    {
      name: 'kingblast',
      variant: 'atomic',
      fen: 'rnbqkbnr/pppp1ppp/8/4p1N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1',
      moves: ['g5f7'],
    },
    { name: 'ownking', variant: 'atomic', fen: '4k3/8/8/8/8/8/3Rp3/4K3 w - - 0 1', moves: ['d2e2'] },
    { name: 'kingcapture', variant: 'atomic', fen: '4k3/8/8/8/8/8/3p4/4K3 w - - 0 1', moves: ['e1d2'] },
    { name: 'touching', variant: 'atomic', fen: '8/8/3k4/8/3K4/8/8/6q1 w - - 0 1', moves: ['d4d5'] },
    {
      name: 'enpassantblast',
      variant: 'atomic',
      fen: '4k3/p2p4/2n5/4P3/8/8/P7/4K3 b - - 0 1',
      moves: ['d7d5', 'e5d6'],
    },
    {
      name: 'open',
      variant: 'atomic',
      fen: 'rnbqkbnr/pppp1ppp/8/4p1N1/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 1',
      moves: ['a7a6', 'g5f7'],
    },
  ],
  strictatomic: [
    {
      name: 'strict',
      variant: 'strictatomic',
      fen: 'rnbqkbnr/pppp1ppp/8/4p1N1/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 1',
      moves: ['a7a6'],
    },
    {
      name: 'plain',
      variant: 'atomic',
      fen: 'rnbqkbnr/pppp1ppp/8/4p1N1/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 1',
      moves: ['a7a6', 'g5f7'],
    },
    {
      name: 'strictanswer',
      variant: 'strictatomic',
      fen: 'rnbqkbnr/pppp1ppp/8/4p1N1/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 1',
      moves: ['d8g5'],
    },
    { name: 'stricttouching', variant: 'strictatomic', fen: '8/8/3k4/8/3K4/8/8/6q1 w - - 0 1', moves: ['d4d5'] },
  ],
  simpleatomic: [
    { name: 'simpledanger', variant: 'simpleatomic', fen: '4k3/8/8/8/8/8/r7/4K3 w - - 0 1', moves: ['e1e2', 'a2e2'] },
    { name: 'simpleown', variant: 'simpleatomic', fen: '4k3/8/8/8/8/8/3Rp3/4K3 w - - 0 1', moves: ['d2e2'] },
    { name: 'simplepawn', variant: 'simpleatomic', fen: '4k3/P7/8/8/8/8/8/4K3 w - - 0 1', moves: ['a7a8'] },
    { name: 'simplecastling', variant: 'simpleatomic', fen: '4k3/8/8/8/8/8/8/R3K2R w - - 0 1', moves: ['e1g1'] },
  ],
  pawnbattle: [
    { name: 'pawnhome', variant: 'pawnbattle', fen: '8/2p1P3/8/8/8/8/2P5/8 w - - 0 1', moves: ['e7e8'] },
    { name: 'pawnsgone', variant: 'pawnbattle', fen: '8/8/8/3p4/4P3/8/P7/8 w - - 0 1', moves: ['e4d5'] },
    { name: 'pawnenpassant', variant: 'pawnbattle', fen: '8/p2p4/8/4P3/8/8/P7/8 b - - 0 1', moves: ['d7d5', 'e5d6'] },
    { name: 'pawnblocked', variant: 'pawnbattle', fen: '8/8/8/4p3/3p4/3PP3/8/8 w - - 0 1', moves: ['e3e4'] },
  ],
};

/** How many paragraphs the page of each game begins with: the texts `rules-<variant>-<n>`. */
export const PARAGRAPHS: Record<Variant, number> = {
  chess: 3,
  atomic: 5,
  strictatomic: 4,
  simpleatomic: 3,
  pawnbattle: 4,
};

/** Where the pieces of each game, or what is new in it, can be learnt on the board. */
export const LESSON_OF: Record<Variant, string> = {
  chess: '/learn',
  atomic: '/learn/explosion',
  strictatomic: '/learn/strict',
  simpleatomic: '/learn/simple',
  pawnbattle: '/learn/pawns',
};
