// A game that is going on: its state, the socket that changes it, and what a person can do in it.
import type { ClientMessage, Color, LegalMove, OfferKind, ServerMessage } from '../../generated/protocol';
import { typed } from '../../notation';
import { legalIn, tryIn } from '../../rules.svelte';
import { LiveSocket } from '../../socket.svelte';
import { language } from '../../texts.svelte';
import type { Premove } from '../board';
import { play, playMoveSound } from './sounds';
import { fromSnapshot, mayMove, premovePlayed, update, withOwnMove, withTypedMove, type GameState } from './state';

/** Requests that say nothing but which game. */
export type Wish =
  | 'offerDraw'
  | 'acceptDraw'
  | 'declineDraw'
  | 'offerTakeback'
  | 'acceptTakeback'
  | 'declineTakeback'
  | 'offerRematch'
  | 'acceptRematch'
  | 'declineRematch'
  | 'resign'
  | 'abort'
  | 'giveTime'
  | 'claimTime'
  | 'claimLeft';

/** Pieces are called by their Portuguese letters first. */
const PORTUGUESE = { letters: 'portuguese' } as const;

export class LiveGame {
  state = $state.raw<GameState | null>(null);
  /** Why there is no game to show. */
  failure = $state.raw<Extract<ServerMessage, { type: 'failed' }>['reason'] | null>(null);
  readonly socket: LiveSocket;

  constructor(readonly id: string) {
    this.socket = new LiveSocket({
      hello: () => [
        { type: 'watchGame', id, ...(this.state && !this.state.stale && { seq: this.state.seq }) },
        ...this.#pendingMove(),
      ],
      received: (message) => this.#receive(message),
    });
  }

  close(): void {
    this.socket.close();
  }

  wish(type: Wish): void {
    this.socket.send({ type, id: this.id });
  }

  say(text: string): void {
    this.socket.send({ type: 'chat', id: this.id, text });
  }

  move(move: LegalMove): void {
    if (!this.state || !mayMove(this.state.game) || this.state.pending) return;
    this.state = withOwnMove(this.state, move, newTag());
    play(move.blast ? 'explosion' : move.capture ? 'capture' : 'move');
    this.#sendPending();
  }

  /** A move in words; the server says what is wrong with it, if anything is. */
  type(text: string): void {
    if (!this.state || this.state.pending) return;
    this.state = withTypedMove(this.state, legalIn(this.state.game), typed(text, language()), newTag());
    this.#sendPending();
  }

  /** A move that is not legal was tried: the rules say why. */
  refuse(uci: string): void {
    const reason = this.state && tryIn(this.state.game, uci)?.refusal;
    if (this.state && reason) this.state = { ...this.state, notice: { kind: 'refused', reason } };
  }

  premove(premove: Premove | null): void {
    if (this.state) this.state = { ...this.state, premove };
  }

  dismissNotice(): void {
    if (this.state) this.state = { ...this.state, notice: null };
  }

  #pendingMove(): Extract<ClientMessage, { type: 'move' }>[] {
    const pending = this.state?.pending;
    if (!pending) return [];
    const { atPly, text, tag: clientTag } = pending;
    return [{ type: 'move', id: this.id, atPly, text, ...(language() === 'pt-BR' && PORTUGUESE), clientTag }];
  }

  #sendPending(): void {
    for (const message of this.#pendingMove()) this.socket.send(message);
  }

  #receive(message: ServerMessage): void {
    const now = performance.now();
    if (!this.state) {
      if (message.type === 'snapshot') this.state = fromSnapshot(message.game, message.seq, now);
      else if (message.type === 'failed') this.failure = message.reason;
      return;
    }
    const before = this.state;
    const confirms = message.type === 'moved' && before.pending?.text === message.move.uci;
    this.state = update(before, message, now);
    if (this.state.stale && !before.stale) this.socket.send({ type: 'watchGame', id: this.id });
    if (!confirms) sound(message);
    if (message.type === 'moved') this.#playPremove();
  }

  #playPremove(): void {
    if (!this.state?.premove || !mayMove(this.state.game)) return;
    const move = premovePlayed(this.state, legalIn(this.state.game));
    this.state = { ...this.state, premove: null, notice: move ? null : { kind: 'premoveLost' } };
    if (move) this.move(move);
  }
}

function sound(message: ServerMessage): void {
  if (message.type === 'moved') playMoveSound(message.move);
  else if (message.type === 'ended') play('end');
  else if (message.type === 'offered' || message.type === 'joined' || message.type === 'timeOver') play('notify');
}

function newTag(): string {
  return Math.random().toString(36).slice(2, 12);
}

/** The wishes that answer or make an offer. */
export function offerWishes(kind: OfferKind): { offer: Wish; accept: Wish; decline: Wish } {
  const name = { draw: 'Draw', takeback: 'Takeback', rematch: 'Rematch' }[kind] as 'Draw';
  return { offer: `offer${name}`, accept: `accept${name}`, decline: `decline${name}` };
}

/** The other colour. */
export function opposite(color: Color): Color {
  return color === 'white' ? 'black' : 'white';
}
