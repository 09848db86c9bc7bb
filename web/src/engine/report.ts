// The maker of game reports, wherever it runs: in the worker, or in a test. It asks the engine's module about every position.
import type { GameReport, ReportProgress } from '../generated/protocol';
import type { ReportQuery, ReportQuestion } from '../generated/wasm';
import { Exchange } from '../wasm/exchange';
import type { EngineModule } from './module';

export class ReportModule {
  private readonly exchange: Exchange;
  private search: (question: ReportQuestion) => unknown = () => undefined;

  constructor(
    module: WebAssembly.Module,
    private readonly engine: EngineModule,
    onProgress: (progress: ReportProgress) => void = () => undefined,
  ) {
    const page = {
      search: (start: number, length: number) => {
        const question = JSON.parse(this.exchange.text(start, length)) as ReportQuestion;
        this.exchange.put(JSON.stringify(this.search(question)));
      },
      progress: (done: number, total: number) => onProgress({ done, total }),
    };
    this.exchange = new Exchange(new WebAssembly.Instance(module, { page }));
  }

  /** The report of a game: the same as the server's, from the same engine, network and nodes. */
  make(query: ReportQuery): GameReport {
    const { variant, fen, moves } = query;
    this.engine.clear();
    this.search = ({ ply, nodes, rootMoves }) =>
      this.engine.search({ variant, fen, moves: moves.slice(0, ply), nodes, rootMoves });
    return this.exchange.callJson('make', query) as GameReport;
  }
}
