// How fast the engine is in Chromium, against the program itself on the same machine: the fixed searches of `estopim bench`, with one
// thread and the network, by turns. The best of each counts, for others may use the machine. Node counts must be the same.
//
//   node scripts/bench-browser.mjs [--rounds 5] [--depth 14] [--variant chess]
import { spawn, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';

const WANTED = 0.4;
const GAMES = ['chess', 'atomic', 'strictatomic', 'simpleatomic', 'pawnbattle'];
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    depth: { type: 'string', default: '14' },
    variant: { type: 'string' },
  },
});
const games = values.variant ? [values.variant] : GAMES;
const root = new URL('../../', import.meta.url).pathname;
const program = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'release/estopim');

/** The server on a free port, with its address. */
async function serve(folder) {
  const server = spawn(program, ['serve', '--bind', '127.0.0.1:0', '--log', 'error', '--data-dir', folder]);
  const address = await new Promise((resolve, reject) => {
    server.stdout.on('data', (said) => {
      const found = /http:\/\/\S+/.exec(String(said));
      if (found) resolve(found[0]);
    });
    server.on('exit', () => reject(new Error('the server ended')));
  });
  return { server, address };
}

function native(variant) {
  const said = execFileSync(program, ['bench', '--variant', variant, '--depth', values.depth], { encoding: 'utf8' });
  const [, nodes, perSecond] = /NNUE: (\d+) nodes (\d+) nps/.exec(said) ?? [];
  if (nodes === undefined) throw new Error(`expected nodes and nodes a second, found ${said}`);
  return { nodes: Number(nodes), perSecond: Number(perSecond) };
}

/** The same in the page's own worker, which lives as long as the page. */
const inBrowser = (page, variant) =>
  page.evaluate(
    async ({ variant, depth }) => {
      const answer = await globalThis.bench({ variant, depth });
      return { nodes: answer.nodes, perSecond: (answer.nodes * 1000) / answer.timeMs };
    },
    { variant, depth: Number(values.depth) },
  );

async function openPage(browser, address, variant) {
  const page = await browser.newPage();
  await page.goto(`${address}/about`);
  const assets = readdirSync(join(root, 'web/dist/assets'));
  const asset = (pattern) => `/assets/${assets.find((name) => pattern.test(name))}`;
  const files = { worker: asset(/^worker-.*\.js$/), module: asset(/^engine-.*\.wasm$/), variant };
  await page.evaluate(async ({ worker: path, module: modulePath, variant }) => {
    const worker = new Worker(path, { type: 'module' });
    const module = await WebAssembly.compileStreaming(fetch(modulePath));
    const network = await (await fetch(`/api/networks/${variant}`)).arrayBuffer();
    worker.postMessage({ type: 'start', module });
    worker.postMessage({ type: 'network', bytes: new Uint8Array(network) });
    globalThis.bench = (query) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) =>
          data.type === 'bench' ? resolve(data.answer) : reject(new Error(JSON.stringify(data)));
        worker.postMessage({ type: 'bench', query });
      });
  }, files);
  return page;
}

const folder = mkdtempSync(join(tmpdir(), 'estopim-bench-'));
const { server, address } = await serve(folder);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
let isSlow = false;
try {
  console.log(
    `${'game'.padEnd(14)} ${'nodes'.padStart(10)} ${'native'.padStart(12)} ${'Chromium'.padStart(12)}   part`,
  );
  for (const variant of games) {
    const page = await openPage(browser, address, variant);
    // Not counted: the browser compiles what is hot once more, better.
    await inBrowser(page, variant);
    const best = [0, 0];
    let counted;
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const [index, run] of [() => native(variant), () => inBrowser(page, variant)].entries()) {
        const { nodes, perSecond } = await run();
        counted ??= nodes;
        if (nodes !== counted) throw new Error(`${variant}: expected ${counted} nodes, found ${nodes}`);
        best[index] = Math.max(best[index], perSecond);
      }
    }
    await page.close();
    const part = best[1] / best[0];
    isSlow ||= part < WANTED;
    const rates = best.map((rate) => `${(rate / 1000).toFixed(0)} k/s`.padStart(12));
    console.log(`${variant.padEnd(14)} ${String(counted).padStart(10)} ${rates.join(' ')}   ${part.toFixed(2)}`);
  }
} finally {
  await browser.close();
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
if (isSlow) {
  console.error(`error: less than ${WANTED} of the native speed`);
  process.exit(1);
}
