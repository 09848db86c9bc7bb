// Fails when the first load is too large: everything that index.html asks for, and what that imports before
// anything is drawn, compressed. Pages that are loaded later do not count, one language does. Fails too when a
// WebAssembly module is. Sizes are those of the files that the server sends to browsers on plain http, which take gzip.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LIMIT_KB = 110;
/** Of the modules that most pages load, and that searches load. */
const MODULE_LIMITS_KB = { rules: 60, engine: 250 };
const dist = new URL('../dist/', import.meta.url).pathname;
const read = (name) => readFileSync(join(dist, name));
/** How many bytes are sent for a file. */
const sent = (name) => statSync(join(dist, existsSync(join(dist, `${name}.gz`)) ? `${name}.gz` : name)).size;

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
    texts.set(kind, Math.max(texts.get(kind) ?? 0, sent(`assets/${name}`)));
}
if (texts.size !== 2) throw new Error(`expected two kinds of text files in dist/assets, found ${texts.size}`);

const bytes = [...seen].reduce((sum, name) => sum + sent(name), 0) + [...texts.values()].reduce((a, b) => a + b, 0);
const kb = (bytes / 1000).toFixed(1);
console.log(`first load: ${kb} kB compressed, ${seen.size} files and the texts (at most ${LIMIT_KB} kB)`);
if (bytes > LIMIT_KB * 1000) {
  console.error(`error: the first load is ${kb} kB, more than ${LIMIT_KB} kB`);
  process.exit(1);
}

for (const [module, limit] of Object.entries(MODULE_LIMITS_KB)) {
  const name = readdirSync(join(dist, 'assets')).find(
    (name) => name.startsWith(`${module}-`) && name.endsWith('.wasm'),
  );
  if (name === undefined) throw new Error(`expected the module ${module} in dist/assets, found none`);
  const kb = sent(`assets/${name}`) / 1000;
  console.log(`${module} module: ${kb.toFixed(1)} kB compressed (at most ${limit} kB)`);
  if (kb > limit) {
    console.error(`error: the module ${module} is ${kb.toFixed(1)} kB, more than ${limit} kB`);
    process.exit(1);
  }
}
