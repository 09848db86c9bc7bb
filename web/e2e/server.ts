// Starts `estopim serve` for the tests and ends it with them.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const START_MS = 30_000;

export default async function start(): Promise<() => Promise<void>> {
  const target = process.env.CARGO_TARGET_DIR ?? resolve(import.meta.dirname, '../../target');
  const binary = process.env.ESTOPIM_BINARY ?? join(target, 'debug/estopim');
  if (!existsSync(binary)) throw new Error(`${binary} is missing: build it with "cargo build -p estopim", or name it in ESTOPIM_BINARY`);
  const data = mkdtempSync(join(tmpdir(), 'estopim-e2e-'));
  const server = spawn(
    binary,
    [
      'serve',
      ...['--bind', '127.0.0.1:0', '--data-dir', data, '--computer-pace', '0', '--left-after', '2'],
      ...['--requests-per-second', '2000', '--messages-per-second', '500', '--log', 'warn'],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  process.env.ESTOPIM_URL = await new Promise<string>((found, failed) => {
    const late = setTimeout(() => failed(new Error(`estopim serve said nothing for ${START_MS} ms`)), START_MS);
    server.once('error', failed);
    server.once('exit', (code) => failed(new Error(`estopim serve ended with ${code}`)));
    createInterface(server.stdout).on('line', (line) => {
      const address = /http:\/\/[\d.:]+/.exec(line)?.[0];
      if (!address) return;
      clearTimeout(late);
      found(address);
    });
  });
  return async () => {
    server.removeAllListeners('exit');
    const ended = new Promise((done) => server.once('exit', done));
    server.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
}
