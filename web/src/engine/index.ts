// The engine in the browser: one worker, one search at a time. A search that is stopped takes its worker along, since the
// engine hears nothing while it thinks; the next search starts another, which takes some hundredths of a second.
import { Refused, type Refusal } from '../api';
import type { GameReport, ReportProgress, Variant } from '../generated/protocol';
import type { BenchAnswer, BenchQuery, ReportQuery, SearchAnswer, SearchQuery, SearchReport } from '../generated/wasm';
import engineUrl from '../wasm/engine.wasm?url';
import reportUrl from '../wasm/report.wasm?url';
import type { FromWorker, ToWorker } from './messages';

export type { ScoreView, SearchAnswer, SearchQuery, SearchReport } from '../generated/wasm';

/** Where a game's network is fetched from. */
export const networkPath = (variant: Variant): string => `/api/networks/${variant}`;

/** A network, and what tells it from others. */
interface NetworkFile {
  bytes: Uint8Array;
  id: string;
}

type Answer = SearchAnswer | BenchAnswer | GameReport;

/** What is under way in the worker. */
interface Pending {
  resolve: (answer: Answer | undefined) => void;
  reject: (error: unknown) => void;
  onReport: (report: SearchReport) => void;
  onProgress: (progress: ReportProgress) => void;
}

let compiled: Promise<WebAssembly.Module> | undefined;
let compiledReport: Promise<WebAssembly.Module> | undefined;
const networks = new Map<Variant, Promise<NetworkFile | undefined>>();

async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  return WebAssembly.compile(await response.arrayBuffer());
}

function engineModule(): Promise<WebAssembly.Module> {
  compiled ??= compile(engineUrl).catch((error: unknown) => {
    compiled = undefined;
    throw error;
  });
  return compiled;
}

function reportModule(): Promise<WebAssembly.Module> {
  compiledReport ??= compile(reportUrl).catch((error: unknown) => {
    compiledReport = undefined;
    throw error;
  });
  return compiledReport;
}

/** The network of a game; without one the engine evaluates by hand-crafted terms, which is weaker. */
function network(variant: Variant): Promise<NetworkFile | undefined> {
  const known = networks.get(variant);
  if (known) return known;
  const loading = fetch(networkPath(variant))
    .then(async (response) => {
      if (!response.ok) return undefined;
      const id = response.headers.get('etag')?.replaceAll('"', '') ?? '';
      return { bytes: new Uint8Array(await response.arrayBuffer()), id };
    })
    .catch(() => {
      networks.delete(variant);
      return undefined;
    });
  networks.set(variant, loading);
  return loading;
}

export class Engine {
  private worker: Worker | undefined;
  /** The game whose network the worker has. */
  private ready: Variant | undefined;
  private pending: Pending | undefined;
  /** Counts what has been asked, so that what was overtaken while it was loading is not begun. */
  private asked = 0;

  /**
   * Searches until a limit is reached, and ends the search before. `onReport` hears what is found on the way. Nothing is
   * returned if it was stopped.
   */
  async search(
    query: SearchQuery,
    onReport: (report: SearchReport) => void = () => undefined,
  ): Promise<SearchAnswer | undefined> {
    return (await this.run(query.variant, { type: 'search', query }, onReport)) as SearchAnswer | undefined;
  }

  /** The fixed searches whose node counts are a checksum of the engine. */
  async bench(query: BenchQuery): Promise<BenchAnswer | undefined> {
    return (await this.run(query.variant, { type: 'bench', query }, () => undefined)) as BenchAnswer | undefined;
  }

  /** The report of a game; `onProgress` hears how far it is. Nothing is returned if it was stopped. */
  async makeReport(
    query: Omit<ReportQuery, 'network'>,
    onProgress: (progress: ReportProgress) => void,
  ): Promise<GameReport | undefined> {
    const [module, file] = await Promise.all([reportModule(), network(query.variant)]);
    const message: ToWorker = { type: 'makeReport', module, query: { ...query, network: file?.id ?? 'hce' } };
    return (await this.run(query.variant, message, () => undefined, onProgress)) as GameReport | undefined;
  }

  /** Ends what is under way. */
  stop(): void {
    this.asked += 1;
    if (!this.pending) return;
    this.pending.resolve(undefined);
    this.end();
  }

  /** Ends the worker, too. */
  close(): void {
    this.stop();
    this.end();
  }

  private async run(
    variant: Variant,
    message: ToWorker,
    onReport: Pending['onReport'],
    onProgress: Pending['onProgress'] = () => undefined,
  ): Promise<Answer | undefined> {
    this.stop();
    const number = this.asked;
    const [module, file] = await Promise.all([engineModule(), network(variant)]);
    if (number !== this.asked) return undefined;
    return new Promise((resolve, reject) => {
      this.pending = { resolve, reject, onReport, onProgress };
      const worker = this.workerFor(variant, module, file?.bytes);
      worker.postMessage(message);
    });
  }

  private workerFor(variant: Variant, module: WebAssembly.Module, bytes: Uint8Array | undefined): Worker {
    if (this.worker && this.ready === variant) return this.worker;
    this.worker?.terminate();
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    const tell = (message: ToWorker) => worker.postMessage(message);
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    worker.onerror = (event) => this.fail({ code: 'internal', args: {}, message: event.message });
    tell({ type: 'start', module });
    if (bytes) tell({ type: 'network', bytes });
    this.worker = worker;
    this.ready = variant;
    return worker;
  }

  private hear(message: FromWorker): void {
    if (message.type === 'report') this.pending?.onReport(message.report);
    else if (message.type === 'progress') this.pending?.onProgress(message.progress);
    else if (message.type === 'failed') this.fail(message.reason);
    else {
      this.pending?.resolve(message.answer);
      this.pending = undefined;
    }
  }

  /** A worker that has failed is not asked again. */
  private fail(reason: Refusal): void {
    this.pending?.reject(new Refused(reason));
    this.end();
  }

  private end(): void {
    this.pending = undefined;
    this.worker?.terminate();
    this.worker = undefined;
    this.ready = undefined;
  }
}
