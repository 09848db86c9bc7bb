import { expect, test } from 'vitest';
import type { LegalMove } from '../../generated/protocol';
import { marksOf } from './marks';
import { movesBetween, piecesAfter, piecesOf, placementOf, reachOf, takenBy } from './pieces';
import { step } from './walk';

function move(uci: string, more: Partial<LegalMove> = {}): LegalMove {
  return { uci, from: uci.slice(0, 2), to: uci.slice(2, 4), ...more };
}

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

test.each([START, '8/8/8/8/8/8/8/8', 'r3k2r/1P6/8/3pP3/8/8/6p1/R3K2R'])('%s is read and written', (placement) => {
  expect(placementOf(piecesOf(`${placement} w - - 0 1`))).toBe(placement);
});

test.each([
  ['a step', START, move('e2e4'), 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR'],
  [
    'castling',
    '4k3/8/8/8/8/8/8/4K2R',
    move('e1g1', { castling: { rookFrom: 'h1', rookTo: 'f1' } }),
    '4k3/8/8/8/8/8/8/5RK1',
  ],
  ['promotion', '4k3/P7/8/8/8/8/8/4K3', move('a7a8q', { promotion: 'queen' }), 'Q3k3/8/8/8/8/8/8/4K3'],
  ['en passant', '4k3/8/8/3pP3/8/8/8/4K3', move('e5d6', { capture: true, takes: ['d5'] }), '4k3/8/3P4/8/8/8/8/4K3'],
  [
    'an explosion',
    '4k3/8/2n1b3/2pp4/4P3/8/8/4K3',
    move('e4d5', { capture: true, takes: ['e4', 'd5', 'c6', 'e6'], blast: ['d5', 'c6', 'e6'] }),
    '4k3/8/8/2p5/8/8/8/4K3',
  ],
  [
    'en passant with an explosion',
    '4k3/8/2n5/3pP3/8/8/8/4K3',
    move('e5d6', { capture: true, takes: ['e5', 'c6', 'd5'], blast: ['d6', 'c6', 'd5'] }),
    '4k3/8/8/8/8/8/8/4K3',
  ],
])('the board after %s', (_, before, played, expected) => {
  expect(placementOf(piecesAfter(piecesOf(before), played))).toBe(expected);
});

test('an explosion takes the capturing piece too', () => {
  const gone = takenBy(
    piecesOf('4k3/8/2n1b3/2pp4/4P3/8/8/4K3'),
    move('e4d5', { capture: true, takes: ['e4', 'd5', 'c6', 'e6'], blast: ['d5', 'c6', 'e6'] }),
  );
  expect(gone.map(({ square }) => square).sort()).toEqual(['c6', 'd5', 'e4', 'e6']);
});

test('castling is also asked for on the square of the rook', () => {
  const castling = move('e1g1', { castling: { rookFrom: 'h1', rookTo: 'f1' } });
  const pieces = piecesOf('4k3/8/8/8/8/8/8/4K2R');
  expect(movesBetween([castling], 'e1', 'h1')).toEqual([castling]);
  expect(reachOf(pieces, 'white', [castling]).get('e1')).toContain('h1');
  expect(reachOf(pieces, 'white', []).get('e1')).not.toContain('h1');
});

const quiet = {
  pieces: piecesOf(START),
  offered: [],
  inAdvance: false,
  reach: new Map(),
  selected: null,
  check: null,
  threats: [],
  stars: [],
  premove: null,
  preview: null,
};

test.each([
  ['nothing', {}, []],
  ['check and threat', { check: 'e8', threats: ['e8'] }, [['e8', 'threat check']]],
  [
    'a chosen piece',
    { selected: 'e2', offered: [move('e2e4'), move('d2d4')] },
    [
      ['e2', 'selected'],
      ['e4', 'move-dest'],
    ],
  ],
  [
    'a premove',
    { premove: { from: 'g1', to: 'f3' } },
    [
      ['g1', 'current-premove'],
      ['f3', 'current-premove'],
    ],
  ],
  [
    'a blast',
    { preview: move('e2e7', { capture: true, takes: ['e2', 'e7'], blast: ['e7'] }) },
    [
      ['e7', 'blast blast-piece'],
      ['e2', 'blast blast-piece'],
    ],
  ],
  [
    'a blast with a king',
    { preview: move('e2e7', { capture: true, takesKing: true, takes: ['e2', 'e7', 'e8'], blast: ['e7', 'e8'] }) },
    [
      ['e7', 'blast-king blast-piece'],
      ['e8', 'blast-king blast-piece'],
      ['e2', 'blast-king blast-piece'],
    ],
  ],
])('%s is marked', (_, change, expected) => {
  expect([...marksOf({ ...quiet, ...change })].sort()).toEqual([...(expected as [string, string][])].sort());
});

test.each([
  ['e4', 'ArrowUp', 'white', 'e5'],
  ['e4', 'ArrowUp', 'black', 'e3'],
  ['h1', 'ArrowRight', 'white', 'h1'],
  ['h1', 'ArrowRight', 'black', 'g1'],
  ['e4', 'x', 'white', null],
] as const)('from %s %s leads %s to %s', (from, key, orientation, expected) => {
  expect(step(from, key, orientation)).toBe(expected);
});
