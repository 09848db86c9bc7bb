import { expect, test } from 'vitest';
import { BOUNDS } from '../../generated/protocol';
import { homePiece, isFen, PAWN_FILES, placement, readSetup, setupText, toggled } from './builder';
import { clockOf, FIRST_CHOICE, gameOf, readChoice } from './choice';

test('the first choice is three minutes a move against the computer', () => {
  expect(gameOf(FIRST_CHOICE)).toEqual({
    variant: 'atomic',
    opponent: { type: 'computer', level: BOUNDS.usualLevel, color: 'random' },
    time: { type: 'perMove', seconds: 180 },
  });
});

test.each([
  [{ opponent: 'friend', timeKind: 'none' } as const, { opponent: { type: 'friend' }, time: { type: 'none' } }],
  [{ opponent: 'lobby' } as const, { opponent: { type: 'lobby' }, watchable: true }],
  [{ watchable: { computer: true, lobby: false } } as const, { watchable: true }],
  [{ variant: 'pawnbattle', setup: 'pq' } as const, { variant: 'pawnbattle', setup: 'pq' }],
  [{ timeKind: 'clock', baseMinutes: 1.5 } as const, { time: { type: 'clock', baseSeconds: 90, incrementSeconds: 3 } }],
])('the choice %j asks for %j', (change, expected) => {
  expect(gameOf({ ...FIRST_CHOICE, ...change })).toMatchObject(expected);
});

test.each([
  { opponent: 'computer' } as const,
  { opponent: 'friend', watchable: { computer: true, lobby: true } } as const,
  { opponent: 'hotSeat', watchable: { computer: true, lobby: true } } as const,
  { opponent: 'lobby', watchable: { computer: true, lobby: false } } as const,
])('the choice %j shows the game to nobody', (change) => {
  expect(gameOf({ ...FIRST_CHOICE, ...change })).not.toHaveProperty('watchable');
});

test.each([
  [null, undefined],
  ['nonsense', undefined],
  [{}, FIRST_CHOICE],
  [{ variant: 'checkers', level: 99, opponent: 'nobody' }, FIRST_CHOICE],
  [{ watchable: { computer: true, lobby: 'yes' } }, { ...FIRST_CHOICE, watchable: { computer: true, lobby: true } }],
  [
    { ...FIRST_CHOICE, level: 7, color: 'black' },
    { ...FIRST_CHOICE, level: 7, color: 'black' },
  ],
])('what was remembered as %j is read', (stored, expected) => {
  expect(readChoice(stored)).toEqual(expected);
});

test.each([
  ['abgh+b1g1', '1n4n1/pp4pp/8/8/8/8/PP4PP/1N4N1'],
  ['de', '8/3pp3/8/8/8/8/3PP3/8'],
  ['', '8/8/8/8/8/8/8/8'],
  ['1n6/p4p2/8/8/8/8/P4P2/1N6 b - - 0 1', '1n6/p4p2/8/8/8/8/P4P2/1N6'],
])('the setup "%s" is read, written and drawn', (text, expected) => {
  const setup = readSetup(text);
  expect(setup && setupText(setup)).toBe(text);
  expect(setup && placement(setup)).toBe(expected);
});

test.each(['pq', 'e4', 'abc+'.padEnd(6, 'z')])('"%s" is no setup of files', (text) => {
  expect(readSetup(text)).toBeUndefined();
});

test('a file is put in and taken out', () => {
  expect([...toggled(new Set('ab'), 'c')].join('')).toBe('abc');
  expect([...toggled(new Set('ab'), 'b')].join('')).toBe('a');
});

test('the homes of the pieces are those of the first position', () => {
  expect(PAWN_FILES.map((file) => homePiece(file) ?? '-').join(' ')).toBe(
    'rook knight bishop queen - bishop knight rook',
  );
});

test.each([
  [5, 3, { type: 'clock', baseSeconds: 300, incrementSeconds: 3 }],
  [1 / 60, 0, { type: 'clock', baseSeconds: 1, incrementSeconds: 0 }],
  [180, 180, { type: 'clock', baseSeconds: 10_800, incrementSeconds: 180 }],
  [-5, 3, null],
  [0, 3, null],
  [NaN, 3, null],
  [180.1, 3, null],
  [5, -1, null],
  [5, 181, null],
  [5, 1.5, null],
  [5, NaN, null],
])('%d minutes and %d seconds a move are %j', (minutes, seconds, expected) => {
  expect(clockOf(minutes, seconds)).toEqual(expected);
});

test.each([
  ['8/3pp3/8/8/8/8/3PP3/8 w - - 0 1', true],
  ['8/3pp3/8/8/8/8/3PP3/8 b', true],
  ['8/3pp3/8/8/8/8/3PP3/8', false],
  ['pawns please', false],
  ['', false],
])('"%s" has the shape of a FEN: %s', (text, expected) => {
  expect(isFen(text)).toBe(expected);
});
