// Games with what people say about them, read and written by the rules as WebAssembly.
import type { PgnEntry, PgnTree } from './generated/wasm';
import { Exchange } from './wasm/exchange';
import pgnUrl from './wasm/pgn.wasm?url';

export class Pgn {
  private readonly exchange: Exchange;

  constructor(instance: WebAssembly.Instance) {
    this.exchange = new Exchange(instance);
  }

  /** Every game of a text, those that cannot be read with the reason. */
  list(text: string): PgnEntry[] {
    return this.exchange.call('list', text.replaceAll('\0', ' ')) as PgnEntry[];
  }

  /** One game of a text, counted from zero. */
  read(text: string, number: number): PgnTree {
    return this.exchange.call('read', String(number), text.replaceAll('\0', ' ')) as PgnTree;
  }

  /** The text of a game. */
  write(tree: PgnTree): string {
    return this.exchange.callJson('write', tree) as string;
  }
}

let loading: Promise<Pgn> | undefined;

/** Loaded when it is first asked for. */
export function loadPgn(): Promise<Pgn> {
  loading ??= fetch(pgnUrl)
    .then((response) => response.arrayBuffer())
    .then(async (bytes) => new Pgn((await WebAssembly.instantiate(bytes)).instance))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
