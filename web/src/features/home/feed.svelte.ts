// What the first page is told as it happens: who looks for a game, and which games can be watched.
import { api } from '../../api';
import type { Seek, ServerMessage, WatchableGame } from '../../generated/protocol';
import { settings } from '../../settings.svelte';
import { LiveSocket } from '../../socket.svelte';
import { withChange } from './lobby';

export class HomeFeed {
  /** The public part of one's own identity; empty until it is known. */
  me = $state('');
  #seeks = $state.raw<Seek[] | null>(null);
  #games = $state.raw<WatchableGame[] | null>(null);
  readonly socket: LiveSocket;

  /** `null` until it is known. Until it is known who asks, one's own could be among them. */
  readonly seeks = $derived(this.me ? (this.#seeks?.filter(({ by }) => !isBlocked(by)) ?? null) : null);
  /** The games of other people. One's own are on the page already. */
  readonly games = $derived(
    this.me ? (this.#games?.filter((game) => !playersOf(game).some(this.#isUnwanted)) ?? null) : null,
  );

  constructor() {
    // Who cannot be told apart from others is shown nothing.
    api
      .me()
      .then(({ id }) => (this.me = id))
      .catch(() => undefined);
    this.socket = new LiveSocket({
      hello: () => [{ type: 'watchHome' }],
      received: (message) => this.#receive(message),
    });
  }

  close(): void {
    this.socket.close();
  }

  readonly #isUnwanted = (id: string): boolean => id === this.me || isBlocked(id);

  #receive(message: ServerMessage): void {
    if (message.type === 'lobby') this.#seeks = message.seeks;
    else if (message.type === 'lobbyChanged' && this.#seeks)
      this.#seeks = withChange(this.#seeks, message.added, message.removed);
    else if (message.type === 'gamesToWatch') this.#games = message.games;
    else if (message.type === 'gamesToWatchChanged' && this.#games)
      this.#games = withChange(this.#games, message.changed, message.removed);
  }
}

function isBlocked(id: string): boolean {
  return settings.blockedPeople.includes(id);
}

function playersOf({ players }: WatchableGame): string[] {
  return [players.white, players.black].flatMap((player) => (player?.id === undefined ? [] : [player.id]));
}
