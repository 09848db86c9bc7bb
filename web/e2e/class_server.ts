// Starts `estopim class` for this machine only, and reads what it prints: the address, the code and the PIN.
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const START_MS = 30_000;

export interface ClassServer {
  url: string;
  code: string;
  pin: string;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

export async function launchClass(data: string, port = 0): Promise<ClassServer> {
  const target = process.env.CARGO_TARGET_DIR ?? resolve(import.meta.dirname, '../../target');
  const binary = process.env.ESTOPIM_BINARY ?? join(target, 'debug/estopim');
  const words = ['class', '--local', '--no-browser', '--lang', 'en', '--computer-pace', '0', '--data-dir', data];
  const server = spawn(binary, [...words, '--port', String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said = await new Promise<string>((found, failed) => {
    let text = '';
    const late = setTimeout(() => failed(new Error(`estopim class said only ${JSON.stringify(text)}`)), START_MS);
    server.once('exit', (code) => failed(new Error(`estopim class ended with ${String(code)}`)));
    createInterface(server.stdout).on('line', (line) => {
      text += `${line}\n`;
      if (!line.includes('Ctrl-C')) return;
      clearTimeout(late);
      found(text);
    });
  });
  const part = (pattern: RegExp): string => pattern.exec(said)?.[1] ?? '';
  return {
    url: `http://127.0.0.1:${part(/localhost:(\d+)\/class/)}`,
    code: part(/and type (\w+)/),
    pin: part(/PIN for your page: (\d+)/),
    async end(signal) {
      server.removeAllListeners('exit');
      const gone = new Promise((done) => server.once('exit', done));
      server.kill(signal);
      await gone;
    },
  };
}
