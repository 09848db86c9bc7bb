// Requests of a class: JSON over HTTP.
import { Refused, type Refusal } from '../../api';
import type {
  ClaimSeat,
  ClassCode,
  ClassDoor,
  DiscussedPositions,
  ErrorBody,
  JoinClass,
  NewClass,
} from '../../generated/protocol';

const unreachable: Refusal = { code: 'unreachable', args: {}, message: 'the server does not answer' };

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.headers = { 'content-type': 'application/json' };
    init.body = typeof body === 'string' ? body : JSON.stringify(body);
  }
  const response = await fetch(`/api/class${path}`, init).catch(() => {
    throw new Refused(unreachable);
  });
  if (response.ok) return response;
  const refused = (await response.json().catch(() => null)) as ErrorBody | null;
  throw new Refused(refused?.error ?? unreachable);
}

const json = async <T>(response: Promise<Response>): Promise<T> => (await (await response).json()) as T;

export const classApi = {
  create: (pin: string) => json<NewClass>(ask('POST', '', { pin })),
  givePin: (pin: string) => json<ClassCode>(ask('POST', '/pin', { pin })),
  import: (pin: string, file: string) =>
    json<NewClass>(ask('POST', `/import/${encodeURIComponent(pin || 'none')}`, file)),
  door: (code: string) => json<ClassDoor>(ask('GET', `/${encodeURIComponent(code)}`)),
  join: (code: string, wanted: JoinClass) => ask('POST', `/${code}/join`, wanted),
  claim: (code: string, wanted: ClaimSeat) => ask('POST', `/${code}/claim`, wanted),
  leave: (code: string) => ask('POST', `/${code}/leave`, {}),
  keep: (code: string, name: string) => ask('POST', `/${code}/keep`, { name }),
  remove: (code: string) => ask('DELETE', `/${code}`),
  pgn: async (code: string) => (await ask('GET', `/${code}/pgn`)).text(),
  file: async (code: string) => (await ask('GET', `/${code}/file`)).text(),
  positions: async (code: string) => (await json<DiscussedPositions>(ask('GET', `/${code}/positions`))).positions,
};

/** Saves a text as a file. */
export function save(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
