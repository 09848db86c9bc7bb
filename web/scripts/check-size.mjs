// Fails when the first load is too large: everything that index.html asks for, and what that imports before
// anything is drawn, compressed. Pages that are loaded later do not count, one language does.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const LIMIT_KB = 110;
const dist = new URL('../dist/', import.meta.url).pathname;
const read = (name) => readFileSync(join(dist, name));

const seen = new Set(['index.html']);
const open = ['index.html'];
while (open.length > 0) {
  const text = read(open.pop()).toString();
  const names = [
    ...text.matchAll(/(?:src|href)="\/([^"]+)"/g),
    ...text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g),
  ].map(([, name]) => (name.includes('/') ? name : `assets/${name}`));
  for (const name of names) {
    if (!/\.(js|css)$/.test(name) || seen.has(name)) continue;
    seen.add(name);
    open.push(name);
  }
}
// The first texts of a language come as two files; the larger of each pair counts.
const texts = new Map();
for (const name of readdirSync(join(dist, 'assets'))) {
  const kind = /^(game|web)-/.exec(name)?.[1];
  if (kind && name.endsWith('.js') && !seen.has(`assets/${name}`))
    texts.set(kind, Math.max(texts.get(kind) ?? 0, gzipSync(read(`assets/${name}`)).length));
}
if (texts.size !== 2) throw new Error(`expected two kinds of text files in dist/assets, found ${texts.size}`);

const bytes =
  [...seen].reduce((sum, name) => sum + gzipSync(read(name)).length, 0) +
  [...texts.values()].reduce((a, b) => a + b, 0);
const kb = (bytes / 1000).toFixed(1);
console.log(`first load: ${kb} kB compressed, ${seen.size} files and the texts (at most ${LIMIT_KB} kB)`);
if (bytes > LIMIT_KB * 1000) {
  console.error(`error: the first load is ${kb} kB, more than ${LIMIT_KB} kB`);
  process.exit(1);
}
