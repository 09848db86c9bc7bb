// Why a move is good, as far as the rules and the engine's line tell: the one place that decides which reasons are given.
import type { SearchAnswer } from '../../engine';
import type { Color, GameView, LegalMove, PositionAnswer, Square } from '../../generated/protocol';
import { listInWords, piecesOf, takenBy, type Pieces } from '../board';

/** A reason: the text `why-<kind>` and what it is about. */
export interface Why {
  kind: string;
  args?: Record<string, string | number>;
}

export interface HintFacts {
  game: GameView;
  move: LegalMove;
  /** What the rules say once it is played. */
  after: PositionAnswer;
  found: SearchAnswer;
  /** Moves as the reader wants them written. */
  write: (san: string) => string;
}

/** The reasons for a move, the weightiest first. */
export function whysOf({ game, move, after, found, write }: HintFacts): Why[] {
  const pieces = piecesOf(game.position.fen);
  const mine = game.position.turn;
  const wins = after.outcome?.winner === mine;
  const gone = takenBy(pieces, move);
  const theirs = gone.filter(({ piece }) => piece.color !== mine);
  const own = gone.filter(({ piece }) => piece.color === mine);
  const mate = found.score?.type === 'mate' ? found.score.moves : 0;
  const whys: Why[] = [];
  const say = (kind: string, args?: Why['args']): void => void whys.push(args ? { kind, args } : { kind });

  if (wins) say('wins');
  else if (mate > 0) say('mate', { moves: mate });
  if (move.blast && theirs.length > 0) say('blast', { gone: listInWords(theirs) });
  else if (theirs.length > 0) say('captures', { gone: listInWords(theirs) });
  if (wins) return whys;
  if (own.length > 0) say('costs', { gone: listInWords(own) });
  if (saves(game, after, pieces, mine)) say('saves');
  if (after.position.check) say('check');
  else if (threatens(after, pieces, mine)) say('threatens');
  if (move.promotion) say('promotes');
  if (move.castling) say('castles');
  if (whys.length === 0) say('quiet');
  const line = found.pv.slice(1, 4).map(({ san }) => write(san));
  if (line.length > 0) say('line', { line: line.join(' ') });
  if (mate === 0) say('chances', { percent: Math.round((mine === 'white' ? found.share : 1000 - found.share) / 10) });
  return whys;
}

function kingOf(pieces: Pieces, color: Color): Square | undefined {
  return [...pieces].find(([, piece]) => piece.role === 'king' && piece.color === color)?.[0];
}

/** Whether the own king was in danger and is not any more. */
function saves({ position }: GameView, after: PositionAnswer, pieces: Pieces, mine: Color): boolean {
  const before = kingOf(pieces, mine);
  const now = kingOf(piecesOf(after.position.fen), mine);
  if (before === undefined || now === undefined) return false;
  return (position.check !== null || position.threats.includes(before)) && !after.position.threats.includes(now);
}

/** Whether the enemy king could be exploded next, and could not before. */
function threatens(after: PositionAnswer, pieces: Pieces, mine: Color): boolean {
  const king = kingOf(pieces, mine === 'white' ? 'black' : 'white');
  return king !== undefined && after.position.threats.includes(king);
}
