import { expect, test } from 'vitest';
import { homePiece, PAWN_FILES, placement, readSetup, setupText, toggled } from './builder';
import { FIRST_CHOICE, gameOf, readChoice } from './choice';

test('the first choice is three minutes a move against the computer', () => {
  expect(gameOf(FIRST_CHOICE)).toEqual({
    variant: 'atomic',
    opponent: { type: 'computer', level: 3, color: 'random' },
    time: { type: 'perMove', seconds: 180 },
  });
});

test.each([
  [{ opponent: 'friend', timeKind: 'none' } as const, { opponent: { type: 'friend' }, time: { type: 'none' } }],
  [{ variant: 'pawnbattle', setup: 'pq' } as const, { variant: 'pawnbattle', setup: 'pq' }],
  [{ timeKind: 'clock', baseMinutes: 1.5 } as const, { time: { type: 'clock', baseSeconds: 90, incrementSeconds: 3 } }],
])('the choice %j asks for %j', (change, expected) => {
  expect(gameOf({ ...FIRST_CHOICE, ...change })).toMatchObject(expected);
});

test.each([
  [null, undefined],
  ['nonsense', undefined],
  [{}, FIRST_CHOICE],
  [{ variant: 'checkers', level: 99, opponent: 'nobody' }, FIRST_CHOICE],
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
