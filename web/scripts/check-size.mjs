// Fails when the first load is too large: everything that index.html asks for, and what that imports before
// anything is drawn, compressed. Pages that are loaded later do not count, one language does.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const LIMIT_KB = 110;
const dist = new URL('../dist/', import.meta.url).pathname;
const read = (name) => readFileSync(join(dist, name));

/** What a page asks for before anything is drawn: files by name. */
function filesOf(page) {
  const seen = new Set([page]);
  const open = [page];
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
  return seen;
}

// The texts of a language come as one file each; the larger of each pair counts.
function textsOf(kinds, seen) {
  const texts = new Map();
  for (const name of readdirSync(join(dist, 'assets'))) {
    const kind = kinds.find((kind) => name.startsWith(`${kind}-`));
    if (kind && name.endsWith('.js') && !seen.has(`assets/${name}`) && isText(name))
      texts.set(kind, Math.max(texts.get(kind) ?? 0, gzipSync(read(`assets/${name}`)).length));
  }
  if (texts.size !== kinds.length)
    throw new Error(`expected ${kinds.length} kinds of text files in dist/assets, found ${texts.size}`);
  return [...texts.values()];
}

/** Whether a file is nothing but a text. */
const isText = (name) => !/(?:from|import)\s*"\.\//.test(read(`assets/${name}`).toString());

let failed = false;
for (const [page, kinds] of [
  ['index.html', ['game', 'web']],
  ['child.html', ['game', 'web', 'class']],
]) {
  const seen = filesOf(page);
  const sizes = [...[...seen].map((name) => gzipSync(read(name)).length), ...textsOf(kinds, seen)];
  const bytes = sizes.reduce((a, b) => a + b, 0);
  const kb = (bytes / 1000).toFixed(1);
  console.log(`first load of ${page}: ${kb} kB compressed, ${seen.size} files and the texts (at most ${LIMIT_KB} kB)`);
  if (bytes > LIMIT_KB * 1000) {
    console.error(`error: the first load of ${page} is ${kb} kB, more than ${LIMIT_KB} kB`);
    failed = true;
  }
}
if (failed) process.exit(1);
