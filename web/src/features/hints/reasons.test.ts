// Which reasons are given for a move, by what the rules say of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SearchAnswer } from '../../engine';
import type { GameView, Variant } from '../../generated/protocol';
import { Rules } from '../../rules';
import { whysOf } from './reasons';

const bytes = readFileSync(join(__dirname, '../../wasm/rules.wasm'));
const rules = new Rules(new WebAssembly.Instance(new WebAssembly.Module(bytes)));

/** The kinds of reasons for a move in a position, the engine's line being that move and no other. */
function kindsOf(variant: Variant, fen: string, uci: string, score: SearchAnswer['score'] = null): string[] {
  const { position } = rules.position({ variant, fen });
  const move = position.legal.find((legal) => legal.uci === uci);
  if (!move) throw new Error(`${uci} is not legal`);
  const after = rules.position({ variant, fen, tryMove: uci });
  const found: SearchAnswer = { pv: [{ uci, san: uci }], score, share: 500, depth: 1, nodes: 1, timeMs: 1 };
  const game = { position } as unknown as GameView;
  return whysOf({ game, move, after, found, write: (san) => san }).map(({ kind }) => kind);
}

const KNIGHT_AT_F7 = 'rnbqkbnr/pppp1ppp/8/4p1N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1';

test.each([
  ['a king that explodes', 'atomic', KNIGHT_AT_F7, 'g5f7', ['wins', 'blast']],
  ['checkmate', 'chess', '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1', 'd1d8', ['wins']],
  ['a capture', 'chess', '4k3/8/8/3q4/8/2N5/8/4K2R w - - 0 1', 'c3d5', ['captures', 'chances']],
  ['an explosion', 'atomic', '4k3/8/2n1b3/2pp4/4P3/8/8/4K3 w - - 0 1', 'e4d5', ['blast', 'costs', 'chances']],
  ['check', 'chess', '4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1', 'a1a8', ['check', 'chances']],
  ['castling', 'chess', '4k3/8/8/8/8/8/4P3/4K2R w K - 0 1', 'e1g1', ['castles', 'chances']],
  ['promotion', 'chess', '8/4P3/8/8/8/1k6/8/4K3 w - - 0 1', 'e7e8q', ['promotes', 'chances']],
  ['a king in check', 'chess', 'k3r3/8/8/8/8/8/P7/4K3 w - - 0 1', 'e1f2', ['saves', 'chances']],
  [
    'a threat',
    'atomic',
    'rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1',
    'f3g5',
    ['threatens', 'chances'],
  ],
  ['a quiet move', 'pawnbattle', '8/2p1p3/8/8/8/8/2P1P3/8 w - - 0 1', 'e2e3', ['quiet', 'chances']],
] as const)('%s', (_, variant, fen, uci, expected) => {
  expect(kindsOf(variant, fen, uci)).toEqual(expected);
});

test('a forced win is told instead of chances', () => {
  const kinds = kindsOf('pawnbattle', '8/2p1p3/8/8/8/8/2P1P3/8 w - - 0 1', 'e2e3', { type: 'mate', moves: 9 });
  expect(kinds).toEqual(['mate']);
});
