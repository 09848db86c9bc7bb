// Writes /sw.js from src/service-worker.js, with the digest of the build in the name of its cache, and the lists of what it keeps.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { GAMES } from '../src/generated/protocol';

const SOURCE = new URL('../src/service-worker.js', import.meta.url);

/** The digest of a build: names of assets change with their contents, so the names say it all. */
export function digestOf(assets: string[]): string {
  return createHash('sha256')
    .update([...assets].sort().join('\n'))
    .digest('hex')
    .slice(0, 12);
}

/** The service worker of a build with these assets. */
export function workerFor(source: string, assets: string[]): string {
  const list = (words: string[]): string => words.map((word) => `'${word}'`).join(', ');
  const filled = source
    .replace('__BUILD__', digestOf(assets))
    .replace("'/__FILES__'", list([...assets].sort().map((name) => `/${name}`)))
    .replace("'__GAMES__'", list(GAMES.map(({ variant }) => variant)));
  if (/__[A-Z]+__/.test(filled)) throw new Error('the service worker has a gap that nothing was put into');
  return filled;
}

export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After those that take files out of the bundle, such as the empty ones of styles.
      order: 'post',
      handler(_, bundle) {
        const assets = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
        const source = workerFor(readFileSync(SOURCE, 'utf8'), assets);
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}
