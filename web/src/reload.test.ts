import { expect, test } from 'vitest';
import { reloadOnce } from './reload';

test('a page is loaded again once, and once more only after a while', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  let reloads = 0;
  const at = (nowMs: number) => reloadOnce(storage, nowMs, () => (reloads += 1));
  expect([at(1_000), at(2_000), at(30_999), at(31_000)]).toEqual([true, false, false, true]);
  expect(reloads).toBe(2);
});
