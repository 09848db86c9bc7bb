// What the page and its worker say to each other.
import type { BenchAnswer, BenchQuery, SearchAnswer, SearchQuery, SearchReport } from '../generated/wasm';
import type { Refusal } from '../api';

export type ToWorker =
  | { type: 'start'; module: WebAssembly.Module }
  | { type: 'network'; bytes: Uint8Array }
  | { type: 'search'; query: SearchQuery }
  | { type: 'bench'; query: BenchQuery };

export type FromWorker =
  | { type: 'report'; report: SearchReport }
  | { type: 'answer'; answer: SearchAnswer }
  | { type: 'bench'; answer: BenchAnswer }
  | { type: 'failed'; reason: Refusal };
