// The animals, in the order in which the page shows them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const source = readFileSync(join(import.meta.dirname, '../src/features/class/figures.ts'), 'utf8');
const list = /ANIMALS[^{]*\{([^}]*)\}/.exec(source)?.[1] ?? '';
export const ANIMAL_NAMES: readonly string[] = [...list.matchAll(/(\w+):/g)].map(([, name]) => name ?? '');
