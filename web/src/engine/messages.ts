// What the page and its worker say to each other.
import type { GameReport, ReportProgress } from '../generated/protocol';
import type { BenchAnswer, BenchQuery, ReportQuery, SearchAnswer, SearchQuery, SearchReport } from '../generated/wasm';
import type { Refusal } from '../api';

export type ToWorker =
  | { type: 'start'; module: WebAssembly.Module }
  | { type: 'network'; bytes: Uint8Array }
  | { type: 'search'; query: SearchQuery }
  | { type: 'bench'; query: BenchQuery }
  | { type: 'makeReport'; module: WebAssembly.Module; query: ReportQuery };

export type FromWorker =
  | { type: 'report'; report: SearchReport }
  | { type: 'answer'; answer: SearchAnswer }
  | { type: 'bench'; answer: BenchAnswer }
  | { type: 'progress'; progress: ReportProgress }
  | { type: 'madeReport'; answer: GameReport }
  | { type: 'failed'; reason: Refusal };
