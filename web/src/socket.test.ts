import { expect, test } from 'vitest';
import { waitBefore } from './socket.svelte';

test.each([
  [0, 0, 125],
  [0, 1, 250],
  [3, 1, 2000],
  [20, 1, 10_000],
  [20, 0, 5000],
])('attempt %i with chance %f waits %i ms', (attempt, chance, expected) => {
  expect(waitBefore(attempt, chance)).toBe(expected);
});
