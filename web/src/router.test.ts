import { expect, test } from 'vitest';
import { routeOf } from './router.svelte';

test.each([
  ['/', { page: 'home' }],
  ['/game/abcd1234', { page: 'game', id: 'abcd1234' }],
  ['/game/', { page: 'notFound' }],
  ['/game/a b', { page: 'notFound' }],
  ['/game/abcd1234/more', { page: 'notFound' }],
  ['/games', { page: 'games' }],
  ['/rules', { page: 'rules', variant: null }],
  ['/rules/atomic', { page: 'rules', variant: 'atomic' }],
  ['/rules/checkers', { page: 'notFound' }],
  ['/computers', { page: 'computers' }],
  ['/learn', { page: 'learn', lesson: null }],
  ['/learn/knight', { page: 'learn', lesson: 'knight' }],
  ['/learn/dragon', { page: 'notFound' }],
  ['/about', { page: 'about' }],
  ['/bots', { page: 'bots' }],
  ['/bots/write', { page: 'writeABot' }],
  ['/bots/elsewhere', { page: 'notFound' }],
  ['/tables', { page: 'tables' }],
  ['/elsewhere', { page: 'notFound' }],
])('%s is a page', (path, expected) => {
  expect(routeOf(path)).toEqual(expected);
});
