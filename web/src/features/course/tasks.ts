// The lessons as data: for each task a position, what is to be reached, and the moves that reach it. The words are the
// texts `learn-<lesson>-title`, `learn-<lesson>-text` and `task-<lesson>-<number>`. Whether a task is done is seen from what the
// rules say of each move.
import type { Square, Variant } from '../../generated/protocol';
import type { LessonName } from '../../router.svelte';

/** What is to be reached. */
export type Goal =
  /** A piece has been on each of these squares. */
  | { kind: 'stars'; squares: readonly Square[] }
  /** Every enemy piece is captured, but for the king. */
  | { kind: 'capture' }
  /** White has won. */
  | { kind: 'win' }
  /** These pieces stand there, by their letters in a FEN, and these squares are empty. */
  | { kind: 'placed'; pieces: Readonly<Record<Square, string>>; empty: readonly Square[] }
  /** A legal move has been played. */
  | { kind: 'move' };

export interface Task {
  fen: string;
  /** What Black plays before it begins. */
  before?: string;
  goal: Goal;
  /** The moves that reach it; it cannot be done in fewer. */
  solution: readonly string[];
  /** What Black answers, move by move. Without an answer Black waits. */
  replies?: readonly string[];
  /** It must be done in as many moves as the solution has. */
  exact?: true;
}

export interface LessonTasks {
  variant: Variant;
  tasks: readonly Task[];
}

const capture = (placement: string, ...solution: string[]): Task => ({
  fen: `${placement} w - - 0 1`,
  goal: { kind: 'capture' },
  solution,
});
const winAtOnce = (fen: string, move: string): Task => ({ fen, goal: { kind: 'win' }, solution: [move], exact: true });
const placedAtOnce = (
  fen: string,
  move: string,
  pieces: Record<Square, string>,
  empty: Square[] = [],
  before?: string,
): Task => ({
  fen,
  ...(before && { before }),
  goal: { kind: 'placed', pieces, empty },
  solution: [move],
  exact: true,
});

/** How single pieces move is learnt without kings, as Pawn Battle was made for. */
export const TASKS: Record<LessonName, LessonTasks> = {
  rook: {
    variant: 'pawnbattle',
    tasks: [
      capture('8/8/p7/8/8/8/7P/R7', 'a1a6'),
      capture('8/3p2p1/8/8/3R4/6p1/P7/8', 'd4d7', 'd7g7', 'g7g3'),
      capture('8/p7/8/8/8/P7/7p/R7', 'a1a2', 'a2h2', 'h2h7', 'h7a7'),
    ],
  },
  bishop: {
    variant: 'pawnbattle',
    tasks: [
      capture('8/8/8/6p1/8/8/P7/2B5', 'c1g5'),
      capture('8/4p3/8/6p1/8/p7/3B3P/8', 'd2g5', 'g5e7', 'e7a3'),
      capture('8/1p6/p6p/8/8/8/P7/2B2B2', 'f1a6', 'a6b7', 'c1h6'),
    ],
  },
  queen: {
    variant: 'pawnbattle',
    tasks: [
      capture('8/3p4/8/8/8/7p/P7/3Q4', 'd1d7', 'd7h3'),
      capture('8/2p5/8/p3p3/7P/8/7p/Q7', 'a1a5', 'a5e5', 'e5h2', 'h2c7'),
    ],
  },
  king: {
    variant: 'chess',
    tasks: [
      {
        fen: 'k7/p7/8/8/8/8/P7/4K3 w - - 0 1',
        goal: { kind: 'stars', squares: ['e2', 'f3', 'f4'] },
        solution: ['e1e2', 'e2f3', 'f3f4'],
      },
      { fen: 'k3r3/8/8/8/8/8/P7/4K3 w - - 0 1', goal: { kind: 'move' }, solution: ['e1f2'] },
      placedAtOnce('k7/8/8/6p1/3n1n2/4K3/P7/8 w - - 0 1', 'e3d4', { d4: 'K' }),
    ],
  },
  knight: {
    variant: 'pawnbattle',
    tasks: [
      capture('8/8/8/8/8/5p2/P7/6N1', 'g1f3'),
      capture('8/8/5p2/3p4/8/2p5/P7/1N6', 'b1c3', 'c3d5', 'd5f6'),
      capture('8/8/8/8/4p3/8/PPP2p2/RN6', 'b1d2', 'd2e4', 'e4f2'),
    ],
  },
  pawn: {
    variant: 'pawnbattle',
    tasks: [
      {
        fen: '8/p7/8/8/8/8/4P3/8 w - - 0 1',
        goal: { kind: 'stars', squares: ['e4'] },
        solution: ['e2e4'],
        exact: true,
      },
      capture('8/8/8/8/4p3/3p4/2P5/8', 'c2d3', 'd3e4'),
      { fen: '8/3pp3/8/4P3/8/8/8/8 w - - 0 1', goal: { kind: 'win' }, solution: ['e5e6', 'e6d7', 'd7d8'] },
    ],
  },
  promotion: {
    variant: 'chess',
    tasks: [
      placedAtOnce('8/4P3/8/8/8/1k6/7P/4K3 w - - 0 1', 'e7e8q', { e8: 'Q' }),
      winAtOnce('8/1P1R4/k1K5/p7/8/8/8/8 w - - 0 1', 'b7b8n'),
    ],
  },
  checkmate: {
    variant: 'chess',
    tasks: [
      winAtOnce('6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1', 'd1d8'),
      winAtOnce('k7/8/1K6/8/8/8/2Q5/8 w - - 0 1', 'c2c8'),
      winAtOnce('6rk/6pp/8/6N1/8/8/8/7K w - - 0 1', 'g5f7'),
    ],
  },
  castling: {
    variant: 'chess',
    tasks: [
      placedAtOnce('4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1', 'e1g1', { g1: 'K', f1: 'R' }),
      placedAtOnce('4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1', 'e1c1', { c1: 'K', d1: 'R' }),
      placedAtOnce('4k3/8/b7/8/8/8/PPPP1PPP/R3K2R w KQ - 0 1', 'e1c1', { c1: 'K', d1: 'R' }),
    ],
  },
  enpassant: {
    variant: 'chess',
    tasks: [
      placedAtOnce('4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1', 'e5d6', { d6: 'P' }, ['d5'], 'd7d5'),
      placedAtOnce('4k3/4p3/8/3P1P2/8/8/8/4K3 b - - 0 1', 'd5e6', { e6: 'P' }, ['e5'], 'e7e5'),
    ],
  },
  explosion: {
    variant: 'atomic',
    tasks: [
      placedAtOnce('4k3/8/2n1b3/2pp4/4P3/8/8/4K3 w - - 0 1', 'e4d5', { c5: 'p' }, ['d5', 'c6', 'e6']),
      placedAtOnce('2q3k1/3p2pp/8/8/8/8/6PP/3R2K1 w - - 0 1', 'd1d7', {}, ['c8']),
      placedAtOnce('6k1/6pp/4b3/3p4/4P3/8/6PP/3Q2K1 w - - 0 1', 'e4d5', { d1: 'Q' }, ['e6']),
    ],
  },
  kingblast: {
    variant: 'atomic',
    tasks: [
      winAtOnce('rnbqkbnr/pppp1ppp/8/4p1N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1', 'g5f7'),
      winAtOnce('4r1k1/5ppp/8/8/8/1B6/3P1PPP/4K3 w - - 0 1', 'b3f7'),
      winAtOnce('8/8/2p5/3k4/4n3/5K2/8/2R1R3 w - - 0 1', 'c1c6'),
    ],
  },
  strict: {
    variant: 'strictatomic',
    tasks: [
      {
        fen: 'rnbqkb1r/pppppppp/8/8/4P1n1/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1',
        goal: { kind: 'move' },
        solution: ['d1g4'],
      },
      {
        fen: '8/8/3k4/8/3K4/8/8/6q1 w - - 0 1',
        goal: { kind: 'stars', squares: ['d5'] },
        solution: ['d4d5'],
        exact: true,
      },
    ],
  },
  simple: {
    variant: 'simpleatomic',
    tasks: [
      winAtOnce('4k3/8/8/8/8/8/K7/4R3 w - - 0 1', 'e1e8'),
      placedAtOnce('4k3/P7/8/8/8/8/8/4K3 w - - 0 1', 'a7a8', { a8: 'P' }),
    ],
  },
  pawns: {
    variant: 'pawnbattle',
    tasks: [
      {
        fen: '8/8/4P3/8/8/2p5/P7/8 w - - 0 1',
        goal: { kind: 'win' },
        solution: ['e6e7', 'e7e8'],
        replies: ['c3c2'],
        exact: true,
      },
      winAtOnce('8/8/8/3p4/4P3/8/P7/8 w - - 0 1', 'e4d5'),
      placedAtOnce('8/p2p4/8/4P3/8/8/P7/8 b - - 0 1', 'e5d6', { d6: 'P' }, ['d5'], 'd7d5'),
    ],
  },
};

/** The lessons in groups, in the order in which they are taken. */
export const GROUPS: readonly { title: string; lessons: readonly LessonName[] }[] = [
  { title: 'learn-pieces', lessons: ['rook', 'bishop', 'queen', 'king', 'knight', 'pawn'] },
  { title: 'learn-special', lessons: ['promotion', 'checkmate', 'castling', 'enpassant'] },
  { title: 'learn-atomic', lessons: ['explosion', 'kingblast', 'strict', 'simple'] },
  { title: 'learn-pawns', lessons: ['pawns'] },
];
