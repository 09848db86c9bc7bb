// Compresses what the server sends, once, when the page is built: beside each file of dist one for those who take gzip (plain
// http, where browsers ask for nothing better) and one for those who take brotli. The server only chooses.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { gzipAsync } from '@gfx/zopfli';

/** Pictures and fonts of these kinds are compressed already. */
const PACKED = /\.(png|jpg|webp|woff2|mp3|ogg|gz|br)$/;

/** As small as gzip gets (zopfli). */
export async function gzip(bytes) {
  return Buffer.from(await gzipAsync(bytes, { numiterations: 15 }));
}

function brotli(bytes) {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
}

/** Writes `name.gz` and `name.br` wherever they are smaller than the file itself. */
async function compressFolder(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const name of names.filter((name) => /\.(gz|br)$/.test(name))) rmSync(name);
  for (const name of names.filter((name) => !PACKED.test(name))) {
    const bytes = readFileSync(name);
    for (const [ending, packed] of [
      ['gz', await gzip(bytes)],
      ['br', brotli(bytes)],
    ])
      if (packed.length < bytes.length) writeFileSync(`${name}.${ending}`, packed);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await compressFolder(fileURLToPath(new URL('../dist/', import.meta.url)));
