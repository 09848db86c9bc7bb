// The rules of the games, as WebAssembly: the page's boards ask these and know no rules themselves. The server stays the
// judge of every game that is played on it.
import type { Color, Fault, PositionAnswer, PositionQuery, Square, Variant } from './generated/protocol';
import type { Premoves } from './generated/wasm';
import { Exchange } from './wasm/exchange';
import rulesUrl from './wasm/rules.wasm?url';

export class Rules {
  private readonly exchange: Exchange;

  constructor(instance: WebAssembly.Instance) {
    this.exchange = new Exchange(instance);
  }

  /** A position with every legal move and what each would do; `tryMove` is played, or its refusal given. */
  position({ variant, fen = '', moves = [], tryMove = '' }: PositionQuery): PositionAnswer {
    return this.exchange.call('position', variant, fen, moves.join(' '), tryMove) as PositionAnswer;
  }

  /** Where each piece of a colour may be sent before it is its turn. */
  premoves(variant: Variant, fen: string, color: Color): Map<Square, Square[]> {
    const premoves = this.exchange.call('premoves', variant, fen, color) as Premoves[];
    return new Map(premoves.map(({ from, to }) => [from, to]));
  }

  /** The FEN after a null move; it may be unsound. */
  nullMove(variant: Variant, fen: string): string {
    return this.exchange.call('null_move', variant, fen) as string;
  }

  /** Everything that is wrong with a position; nothing if it is sound. */
  faults(variant: Variant, fen: string): Fault[] {
    return this.exchange.call('faults', variant, fen) as Fault[];
  }

  /** How many positions lie so many moves ahead. */
  perft(variant: Variant, fen: string, depth: number): number {
    return this.exchange.call('perft', variant, fen, String(depth)) as number;
  }
}

let loading: Promise<Rules> | undefined;

/** The rules, loaded when they are first asked for. */
export function loadRules(): Promise<Rules> {
  loading ??= instantiate().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function instantiate(): Promise<Rules> {
  const response = await fetch(rulesUrl);
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer());
  return new Rules(instance);
}
