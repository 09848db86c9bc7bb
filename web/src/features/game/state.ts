// A game as this page knows it, and how each message changes it. Pure functions: time and tags are passed
// in, nothing is sent from here.
import type {
  Color,
  GameView,
  InfractionKind,
  LegalMove,
  OfferKind,
  PlayedMove,
  Reason,
  ServerMessage,
  Square,
} from '../../generated/protocol';
import { boomBefore, movesBetween, piecesAfter, piecesOf, placementOf, type Boom, type Premove } from '../board';

/** A move that was made here and is not confirmed yet. It is sent again after a loss, under the same tag. */
export interface Pending {
  text: string;
  atPly: number;
  tag: string;
  /** What the board shows meanwhile; `null` for a typed move that only the server understands. */
  shown: { placement: string; from: Square; to: Square; boom: Boom | null } | null;
}

export type Notice =
  | { kind: 'refused'; reason: Reason }
  | { kind: 'declined'; offer: OfferKind }
  | { kind: 'premoveLost' }
  | { kind: 'timeGiven'; color: Color }
  | { kind: 'infraction'; color: Color; fault: InfractionKind; count: number; max: number };

export interface Presence {
  white: boolean;
  black: boolean;
  /** When the win may be claimed against the one who left, by this page's clock. */
  claimableAt: number | null;
}

export interface GameState {
  game: GameView;
  seq: number;
  /** When the clocks were read, by this page's clock. */
  clocksAt: number;
  presence: Presence | null;
  pending: Pending | null;
  premove: Premove | null;
  notice: Notice | null;
  /** A message is missing; a snapshot must be asked for. */
  stale: boolean;
}

/** The state that a first snapshot gives. */
export function fromSnapshot(game: GameView, seq: number, now: number): GameState {
  return { game, seq, clocksAt: now, presence: null, pending: null, premove: null, notice: null, stale: false };
}

/** The state after a message. */
export function update(state: GameState, message: ServerMessage, now: number): GameState {
  if (message.type === 'snapshot' || message.type === 'tookBack')
    return withGame(state, message.game, message.seq, now);
  if ('seq' in message) {
    if (message.seq <= state.seq) return state;
    if (message.seq > state.seq + 1) return { ...state, stale: true };
    return { ...withEvent(state, message, now), seq: message.seq };
  }
  return withEvent(state, message, now);
}

type Event = Exclude<ServerMessage, { type: 'snapshot' | 'tookBack' }>;

function withEvent(state: GameState, message: Event, now: number): GameState {
  const { game } = state;
  switch (message.type) {
    case 'moved':
      return withMove(state, message, now);
    case 'rejected':
      return withRejection(state, message.clientTag, message.reason);
    case 'offered':
      return { ...state, game: { ...game, offers: { ...game.offers, [message.kind]: message.by } } };
    case 'declined':
      return {
        ...state,
        game: { ...game, offers: { ...game.offers, [message.kind]: null } },
        notice: game.offers[message.kind] === game.you ? { kind: 'declined', offer: message.kind } : state.notice,
      };
    case 'timeOver':
      return { ...state, game: { ...game, clocks: { ...game.clocks, overdue: message.color } } };
    case 'timeGiven':
      return {
        ...state,
        game: { ...game, clocks: message.clocks },
        clocksAt: now,
        notice: { kind: 'timeGiven', color: message.color },
      };
    case 'infraction':
      return {
        ...state,
        game: { ...game, clocks: message.clocks, infractions: message.infractions },
        clocksAt: now,
        notice: {
          kind: 'infraction',
          color: message.color,
          fault: message.kind,
          count: message.infractions[message.color],
          max: message.infractions.max,
        },
      };
    case 'clocksSet':
      return { ...state, game: { ...game, clocks: message.clocks }, clocksAt: now };
    case 'ended':
      return {
        ...state,
        game: {
          ...game,
          status: 'ended',
          outcome: message.outcome,
          clocks: message.clocks,
          offers: { draw: null, takeback: null, rematch: null },
        },
        clocksAt: now,
        pending: null,
        premove: null,
        // What it was about is over.
        notice: null,
      };
    case 'joined':
      // Colours are drawn when the second player comes, so which seat is ours must be asked.
      return {
        ...state,
        game: { ...game, players: message.players, clocks: message.clocks },
        clocksAt: now,
        stale: game.status === 'waiting' || state.stale,
      };
    case 'chat':
      return { ...state, game: { ...game, chat: [...game.chat, message.line] } };
    case 'rematch':
      return { ...state, game: { ...game, rematchId: message.id, offers: { ...game.offers, rematch: null } } };
    case 'presence':
      return {
        ...state,
        game: { ...game, spectators: message.spectators },
        presence: {
          white: message.white,
          black: message.black,
          claimableAt: message.claimableInMs === undefined ? null : now + message.claimableInMs,
        },
      };
    case 'failed':
      return { ...state, notice: { kind: 'refused', reason: message.reason } };
    case 'lobby':
    case 'lobbyChanged':
    case 'gamesToWatch':
    case 'gamesToWatchChanged':
    case 'pong':
      return state;
    default:
      return unhandled(message);
  }
}

function withGame(state: GameState, game: GameView, seq: number, now: number): GameState {
  const { pending } = state;
  const open = game.status === 'playing';
  return {
    ...state,
    game,
    seq,
    clocksAt: now,
    stale: false,
    pending: open && pending?.atPly === game.moves.length ? pending : null,
    premove: open && game.moves.length >= state.game.moves.length ? state.premove : null,
  };
}

function withMove(state: GameState, message: Extract<Event, { type: 'moved' }>, now: number): GameState {
  const { game, pending } = state;
  return {
    ...state,
    game: {
      ...game,
      moves: [...game.moves, message.move],
      fens: [...game.fens, message.position.fen],
      position: message.position,
      clocks: message.clocks,
    },
    clocksAt: now,
    pending: pending && pending.atPly >= message.move.ply ? pending : null,
    notice: null,
  };
}

function withRejection(state: GameState, tag: string | undefined, reason: Reason): GameState {
  const mine = tag !== undefined && tag === state.pending?.tag;
  // A move that was sent twice over a broken line is refused the second time: that is no news.
  if (tag !== undefined && !mine && reason.code === 'stalePly') return state;
  return { ...state, pending: mine ? null : state.pending, notice: { kind: 'refused', reason } };
}

function unhandled(message: never): never {
  throw new Error(`a message that nobody handles: ${JSON.stringify(message)}`);
}

/** The state once a legal move was made here. */
export function withOwnMove(state: GameState, move: LegalMove, tag: string): GameState {
  const { position } = state.game;
  const pieces = piecesOf(position.fen);
  return {
    ...state,
    premove: null,
    notice: null,
    pending: {
      text: move.uci,
      atPly: position.ply,
      tag,
      shown: {
        placement: placementOf(piecesAfter(pieces, move)),
        from: move.from,
        to: move.to,
        boom: boomBefore(pieces, move),
      },
    },
  };
}

/** The state once a move was typed: shown at once if it names two squares, otherwise read by the server. */
export function withTypedMove(state: GameState, legal: readonly LegalMove[], text: string, tag: string): GameState {
  const { ply } = state.game.position;
  const move = legal.find(({ uci }) => uci === text.toLowerCase());
  if (move) return withOwnMove(state, move, tag);
  return { ...state, notice: null, pending: { text, atPly: ply, tag, shown: null } };
}

/** The move that a premove has become, now that the turn has come; none if it is not possible. */
export function premovePlayed(state: GameState, legal: readonly LegalMove[]): LegalMove | undefined {
  if (!state.premove || !mayMove(state.game)) return undefined;
  const moves = movesBetween(legal, state.premove.from, state.premove.to);
  return moves.find((move) => move.promotion === 'queen') ?? moves[0];
}

/** Whether this page moves next. */
export function mayMove(game: GameView): boolean {
  return game.status === 'playing' && (game.you === 'both' || game.you === game.position.turn);
}

/** The colour whose pieces this page may touch, now or for a premove. */
export function ownColor(game: GameView): Color | null {
  return game.you === 'both' ? game.position.turn : game.you;
}

/** What the board shows at a ply: the live position, or an earlier one. */
export interface Shown {
  ply: number;
  fen: string;
  lastMove: Square[];
  boom: Boom | null;
  live: boolean;
}

/** What to show: the ply looked at, or the live position with a pending move made. */
export function shownAt(state: GameState, looked: number | null): Shown {
  const { game, pending } = state;
  const last = game.moves.length;
  const ply = looked === null ? last : Math.min(looked, last);
  if (pending?.shown && ply === last && pending.atPly === last) {
    const { placement, from, to, boom } = pending.shown;
    return { ply: last + 1, fen: placement, lastMove: [from, to], boom, live: true };
  }
  const move: PlayedMove | undefined = game.moves[ply - 1];
  return {
    ply,
    fen: game.fens[ply] ?? game.position.fen,
    lastMove: move ? [move.from, move.to] : [],
    boom: move && move.exploded.length > 0 ? { from: move.from, centre: move.to, gone: move.exploded } : null,
    live: ply === last,
  };
}
