// The engine's WebAssembly module, wherever it runs: in the worker, or in a test.
import type { BenchAnswer, BenchQuery, SearchAnswer, SearchQuery, SearchReport } from '../generated/wasm';
import type { Variant } from '../generated/protocol';
import { Exchange } from '../wasm/exchange';

export class EngineModule {
  private readonly exchange: Exchange;
  private onReport: (report: SearchReport) => void = () => undefined;

  constructor(private readonly module: WebAssembly.Module) {
    const page = {
      now_ms: () => performance.now(),
      report: (start: number, length: number) => {
        this.onReport(JSON.parse(this.exchange.text(start, length)) as SearchReport);
      },
    };
    this.exchange = new Exchange(new WebAssembly.Instance(this.module, { page }));
  }

  /** Evaluates by the network whose file has these bytes from now on. */
  loadNetwork(bytes: Uint8Array): void {
    this.exchange.send('load_network', bytes);
  }

  /** Forgets everything learnt of earlier positions, so that what follows depends on what is asked alone. */
  clear(): void {
    this.exchange.run('clear');
  }

  /** Searches until a limit is reached; `onReport` hears what is found on the way. */
  search(query: SearchQuery, onReport: (report: SearchReport) => void = () => undefined): SearchAnswer {
    this.onReport = onReport;
    return this.exchange.callJson('search', query) as SearchAnswer;
  }

  /** The fixed searches whose node counts are a checksum of the engine. */
  bench(query: BenchQuery): BenchAnswer {
    return this.exchange.callJson('bench', query) as BenchAnswer;
  }

  /** How many positions lie so many moves ahead. */
  perft(variant: Variant, fen: string, depth: number): number {
    return this.exchange.call('perft', variant, fen, String(depth)) as number;
  }
}
