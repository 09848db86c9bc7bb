import { expect, test } from 'vitest';
import type { Seek } from '../../generated/protocol';
import { withChange } from './lobby';

const seek = (id: string, createdMs: number, name = id): Seek => ({
  id,
  name,
  by: name,
  createdMs,
  variant: 'atomic',
  time: { type: 'none' },
});

test('a change adds, replaces and removes seeks and keeps the newest first', () => {
  const [a, b, c] = [seek('a', 1), seek('b', 2), seek('c', 3)];
  expect(withChange([b, a], [c], [])).toEqual([c, b, a]);
  expect(withChange([c, b], [a], ['c'])).toEqual([b, a]);
  expect(withChange([b, a], [seek('a', 1, 'Ana')], [])).toEqual([b, seek('a', 1, 'Ana')]);
});
