// Prints the digest of everything that the WebAssembly modules are made of. With `--compare`, says whether the built ones
// come from these sources: that they behave alike is tested, but somebody should know that they may not be the same.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
// The crates that the modules link, what they are built with, and the versions of other people's crates.
const SOURCES = [
  ...['rules', 'system', 'analysis', 'nnue', 'engine', 'play', 'protocol', 'wasm'].flatMap((crate) => [
    `crates/${crate}/src`,
    `crates/${crate}/Cargo.toml`,
  ]),
  'crates/wasm/modules',
  'crates/nnue/build.rs',
  'crates/analysis/curves.txt',
  'Cargo.toml',
  'scripts/build-wasm.sh',
];

function files(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => files(`${path}/${name}`));
}

const hash = createHash('sha256');
for (const path of SOURCES.flatMap(files)) {
  hash
    .update(`${path}\0`)
    .update(readFileSync(join(root, path)))
    .update('\0');
}
const digest = hash.digest('hex');

if (process.argv[2] !== '--compare') console.log(digest);
else if (readFileSync(join(root, 'web/src/wasm/sources.sha256'), 'utf8').trim() !== digest)
  console.log('note: the sources of web/src/wasm have changed since it was built; make wasm builds it again');
