// One socket for the page. It reconnects by itself, and subscribes again, so that the
// server can send what was missed.
import type { ClientMessage, ServerMessage } from './generated/protocol';

export type Connection = 'connecting' | 'open' | 'lost';

/** How long to wait before the given attempt, in milliseconds: longer each time, at most ten seconds. */
export function waitBefore(attempt: number, chance: number): number {
  const longest = Math.min(10_000, 250 * 2 ** attempt);
  return longest / 2 + (longest / 2) * chance;
}

const PING_EVERY_MS = 10_000;
/** After this much silence the connection counts as lost, in milliseconds. */
const SILENT_MS = 25_000;

/** Callbacks of a socket. */
export interface SocketOwner<Said, Heard> {
  /** The message to send when the connection is open, first or again. */
  hello(): Said[];
  received(message: Heard): void;
}

/** What every socket says and hears to stay alive. */
type Ping = Extract<ClientMessage, { type: 'ping' }>;
type Pong = Extract<ServerMessage, { type: 'pong' }>;

export class LiveSocket<Said extends { type: string } = ClientMessage, Heard extends { type: string } = ServerMessage> {
  connection = $state<Connection>('connecting');
  /** Round-trip time to the server, in milliseconds. */
  roundTripMs = $state<number | null>(null);

  #socket: WebSocket | undefined;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #heardAt = 0;
  #closed = false;

  constructor(
    private readonly owner: SocketOwner<Said, Heard>,
    private readonly path = '/ws',
  ) {
    addEventListener('online', this.#now);
    addEventListener('offline', this.#lost);
    this.#open();
  }

  /** Sends a message if the connection is open; returns whether it did. */
  send(message: Said | Ping): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Closes the connection for good. */
  close(): void {
    this.#closed = true;
    removeEventListener('online', this.#now);
    removeEventListener('offline', this.#lost);
    clearTimeout(this.#retry);
    this.#drop();
  }

  #open(): void {
    this.#drop();
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#attempt = 0;
      this.#heardAt = Date.now();
      this.connection = 'open';
      for (const message of this.owner.hello()) this.send(message);
      this.#ping();
      this.#heartbeat = setInterval(() => this.#beat(), PING_EVERY_MS);
    };
    socket.onmessage = (event: MessageEvent<string>) => this.#hear(JSON.parse(event.data) as Heard | Pong);
    socket.onclose = () => this.#lost();
  }

  #hear(message: Heard | Pong): void {
    this.#heardAt = Date.now();
    if (message.type === 'pong') this.roundTripMs = Date.now() - (message as Pong).sentAtMs;
    else this.owner.received(message as Heard);
  }

  #beat(): void {
    if (Date.now() - this.#heardAt > SILENT_MS) this.#lost();
    else this.#ping();
  }

  #ping(): void {
    this.send({ type: 'ping', sentAtMs: Date.now() });
  }

  readonly #lost = (): void => {
    this.#drop();
    if (this.#closed) return;
    this.connection = 'lost';
    this.roundTripMs = null;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#open(), waitBefore(this.#attempt++, Math.random()));
  };

  readonly #now = (): void => {
    if (this.connection === 'open') return;
    clearTimeout(this.#retry);
    this.#open();
  };

  #drop(): void {
    clearInterval(this.#heartbeat);
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
