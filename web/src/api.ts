// Requests to the server: JSON over HTTP. A refusal is thrown as an exception with its reason.
import type {
  Accounts,
  Bots,
  ChallengeAnswer,
  ChatPage,
  ErrorBody,
  GameList,
  GameView,
  Me,
  MadeToken,
  NewChallenge,
  NewGame,
  NewGameId,
  NewToken,
  OfflineGame,
  ReportAnswer,
  PositionAnswer,
  PositionQuery,
  Reason,
  ResultFilter,
  TableAction,
  Tables,
  Variant,
  Variants,
} from './generated/protocol';

/** Why a request failed: the server's reason, or that it did not answer. */
export type Refusal = Omit<Reason, 'code'> & { code: Reason['code'] | 'unreachable' };

/** The server refused, or did not answer. */
export class Refused extends Error {
  override name = 'Refused';

  constructor(readonly reason: Refusal) {
    super(reason.message);
  }
}

/** The reason in anything that was thrown. */
export function reasonOf(error: unknown): Refusal {
  return error instanceof Refused ? error.reason : { code: 'internal', args: {}, message: String(error) };
}

const unreachable: Refusal = { code: 'unreachable', args: {}, message: 'the server does not answer' };

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refused(unreachable);
  }
  if (!response.ok) {
    const body = (await response.json().catch(() => null)) as ErrorBody | null;
    throw new Refused(body?.error ?? unreachable);
  }
  return (response.status === 204 ? undefined : await response.json().catch(() => undefined)) as T;
}

function send<T>(method: 'POST' | 'PUT', path: string, body: unknown = {}): Promise<T> {
  return ask(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

/** Which of one's own games to list. */
export interface GamesFilter {
  variant?: Variant;
  result?: ResultFilter;
  before?: number;
}

/** The query string for a list of one's own games. */
export function gamesQuery(filter: GamesFilter): string {
  const query = new URLSearchParams({ mine: '1', limit: '30' });
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value));
  return query.toString();
}

let variants: Promise<Variants> | undefined;

export const api = {
  me: () => ask<Me>('/api/me'),
  rename: (nickname: string) => send<Me>('PUT', '/api/me', { nickname }),
  newGame: (game: NewGame) => send<NewGameId>('POST', '/api/games', game),
  /** Sends in a game that was played without a server; the same key again is the same game. */
  sendIn: (key: string, game: OfflineGame) => send<NewGameId>('PUT', `/api/offline-games/${key}`, game),
  join: (id: string) => send<unknown>('POST', `/api/games/${id}/join`),
  game: (id: string) => ask<GameView>(`/api/games/${id}`),
  /** Chat lines before a line, in order. */
  chat: async (id: string, before?: number) =>
    (await ask<ChatPage>(`/api/games/${id}/chat${before === undefined ? '' : `?before=${before}`}`)).lines,
  /** Asks for the report of a finished game; {@link api.report} tells how far it is. */
  askReport: (id: string) => send<ReportAnswer>('POST', `/api/games/${id}/report`),
  report: (id: string) => ask<ReportAnswer>(`/api/games/${id}/report`),
  games: (filter: GamesFilter) => ask<GameList>(`/api/games?${gamesQuery(filter)}`),
  position: (query: PositionQuery) => send<PositionAnswer>('POST', '/api/position', query),
  /** The games and setups; they never change while the page is open. */
  variants(): Promise<Variants> {
    variants ??= ask<Variants>('/api/variants').catch((error: unknown) => {
      variants = undefined;
      throw error;
    });
    return variants;
  },
  accounts: () => ask<Accounts>('/api/tokens'),
  newToken: (wanted: NewToken) => send<MadeToken>('POST', '/api/tokens', wanted),
  revokeToken: (id: string) => ask<undefined>(`/api/tokens/${id}`, { method: 'DELETE' }),
  bots: () => ask<Bots>('/api/bots'),
  challengeBot: (wanted: NewChallenge) => send<ChallengeAnswer>('POST', '/api/bots/challenge', wanted),
  challenge: (id: string) => ask<ChallengeAnswer>(`/api/bots/challenge/${id}`),
  answerChallenge: (id: string, answer: 'accept' | 'decline') =>
    send<ChallengeAnswer>('POST', `/api/bots/challenge/${id}/${answer}`),
  tables: () => ask<Tables>('/api/tables'),
  openTable: (name: string) => send<undefined>('PUT', `/api/tables/${encodeURIComponent(name)}`),
  atTable: (name: string, action: TableAction) =>
    send<undefined>('POST', `/api/tables/${encodeURIComponent(name)}`, action),
  pgnPath: (id: string) => `/api/games/${id}/pgn`,
  fenPath: (id: string) => `/api/games/${id}/fen`,
};
