// A class as a screen knows it, and the socket that keeps it up to date.
import type {
  ClassBoard,
  ClassMessage,
  ClassNews,
  ClassScreen,
  ClassView,
  Phrase,
  Reason,
} from '../../generated/protocol';
import { LiveSocket } from '../../socket.svelte';
import { withBoard } from './wall';

export class Lesson {
  view = $state.raw<ClassView | null>(null);
  /** The boards, in the order in which they were made. */
  boards = $state.raw<readonly ClassBoard[]>([]);
  /** A hint for the child: a move in its game. */
  hint = $state.raw<{ game: string; uci: string } | null>(null);
  /** What the opponent has just said. */
  said = $state.raw<Phrase | null>(null);
  /** Why something was refused. */
  refused = $state.raw<Reason | null>(null);
  /** The class is gone, or this screen is not in it any more. */
  closed = $state(false);
  /** The server's clock less this page's, in milliseconds. */
  clockAheadMs = 0;
  readonly socket: LiveSocket<ClassMessage, ClassNews>;

  constructor(
    readonly code: string,
    screen: ClassScreen,
  ) {
    this.socket = new LiveSocket<ClassMessage, ClassNews>(
      { hello: () => [], received: (news) => this.#receive(news) },
      `/ws/class/${code}/${screen}`,
    );
  }

  say(message: ClassMessage): void {
    this.refused = null;
    this.socket.send(message);
  }

  close(): void {
    this.socket.close();
  }

  #receive(news: ClassNews): void {
    if (news.type === 'view') this.view = news.view;
    else if (news.type === 'allBoards') this.boards = news.boards;
    else if (news.type === 'boardChanged') this.boards = withBoard(this.boards, news.board);
    else if (news.type === 'hint') this.hint = news;
    else if (news.type === 'said') this.said = news.phrase;
    else if (news.type === 'failed') this.refused = news.reason;
    else if (news.type === 'closed') {
      this.closed = true;
      this.close();
    }
  }
}
