// Writes /sw.js from src/service-worker.js, with the digest of the build in the name of its cache.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const SOURCE = new URL('../src/service-worker.js', import.meta.url);

/** The digest of a build: names of assets change with their contents, so the names say it all. */
export function digestOf(assets: string[]): string {
  return createHash('sha256')
    .update([...assets].sort().join('\n'))
    .digest('hex')
    .slice(0, 12);
}

export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const assets = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const source = readFileSync(SOURCE, 'utf8').replace('__BUILD__', digestOf(assets));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}
