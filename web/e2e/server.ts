// Starts `estopim serve`: once for all tests, and for a test that needs a server of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const START_MS = 30_000;

/** A server that runs. */
export interface Server {
  url: string;
  /** Ends it with a signal and waits until it is gone. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** A directory for a database, to be thrown away. */
export function newDataDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'estopim-e2e-'));
}

/** Starts a server on a port; 0 takes any free one. */
export async function launch(data: string, port = 0): Promise<Server> {
  const target = process.env.CARGO_TARGET_DIR ?? resolve(import.meta.dirname, '../../target');
  const binary = process.env.ESTOPIM_BINARY ?? join(target, 'debug/estopim');
  if (!existsSync(binary))
    throw new Error(`${binary} is missing: build it with "cargo build -p estopim", or name it in ESTOPIM_BINARY`);
  const server = spawn(
    binary,
    [
      'serve',
      ...['--bind', `127.0.0.1:${port}`, '--data-dir', data, '--computer-pace', '0', '--left-after', '2'],
      ...['--requests-per-second', '2000', '--messages-per-second', '500', '--log', 'warn'],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const url = await addressOf(server);
  return {
    url,
    async end(signal) {
      server.removeAllListeners('exit');
      const gone = new Promise((done) => server.once('exit', done));
      server.kill(signal);
      await gone;
    },
  };
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    const late = setTimeout(() => failed(new Error(`estopim serve said nothing for ${START_MS} ms`)), START_MS);
    server.once('error', failed);
    server.once('exit', (code) => failed(new Error(`estopim serve ended with ${String(code)}`)));
    if (!server.stdout) throw new Error('what estopim serve says is not read');
    createInterface(server.stdout).on('line', (line) => {
      const address = /http:\/\/[\d.:]+/.exec(line)?.[0];
      if (!address) return;
      clearTimeout(late);
      found(address);
    });
  });
}

/** The server of all tests. */
export default async function start(): Promise<() => Promise<void>> {
  const data = newDataDirectory();
  const server = await launch(data);
  process.env.ESTOPIM_URL = server.url;
  return async () => {
    await server.end('SIGTERM');
    rmSync(data, { recursive: true, force: true });
  };
}
