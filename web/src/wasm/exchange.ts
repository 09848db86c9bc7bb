// How texts get into a WebAssembly module of ours and out of it (`crates/wasm/src/exchange.rs`): the page writes a request
// where the module has made room for it, calls a function by name, and reads the answer.
import { Refused } from '../api';
import type { ErrorBody } from '../generated/protocol';

/** What every module of ours exports, beside functions of its own. */
interface Exports {
  memory: WebAssembly.Memory;
  reserve: (length: number) => number;
  buffer: () => number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Exchange {
  private readonly exports: Exports;

  constructor(private readonly instance: WebAssembly.Instance) {
    this.exports = instance.exports as unknown as Exports;
  }

  /** Calls a function whose arguments are texts. */
  call(name: string, ...texts: string[]): unknown {
    return this.send(name, encoder.encode(texts.join('\0')));
  }

  /** Calls a function whose request is JSON. */
  callJson(name: string, request: unknown): unknown {
    return this.send(name, encoder.encode(JSON.stringify(request)));
  }

  /** Calls a function whose request is bytes. What it refuses is thrown. */
  send(name: string, request: Uint8Array): unknown {
    const start = this.exports.reserve(request.length);
    new Uint8Array(this.exports.memory.buffer, start, request.length).set(request);
    const length = (this.instance.exports[name] as () => number)();
    const answer: unknown = JSON.parse(this.text(this.exports.buffer(), length));
    if (isRefusal(answer)) throw new Refused(answer.error);
    return answer;
  }

  /** Calls a function without a request or an answer. */
  run(name: string): void {
    (this.instance.exports[name] as () => void)();
  }

  /** Puts a text where the module, which is waiting for it, takes requests from. */
  put(text: string): void {
    const bytes = encoder.encode(text);
    const start = this.exports.reserve(bytes.length);
    new Uint8Array(this.exports.memory.buffer, start, bytes.length).set(bytes);
  }

  /** A text in the module's memory. */
  text(start: number, length: number): string {
    return decoder.decode(new Uint8Array(this.exports.memory.buffer, start, length));
  }
}

const isRefusal = (answer: unknown): answer is ErrorBody =>
  answer !== null && typeof answer === 'object' && 'error' in answer;
