// The built modules, held against what is known of the rules and of the engine that the program has.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { gzip } from '../../scripts/compress.mjs';
import { EngineModule } from '../engine/module';
import { ReportModule } from '../engine/report';
import { GAMES, type Variant } from '../generated/protocol';
import type { SearchReport } from '../generated/wasm';
import { Rules } from '../rules';

const read = (path: string) => readFileSync(new URL(path, import.meta.url));
const REBUILD = 'The modules in web/src/wasm are not those of the sources: run make wasm.';
/** The network of each game, as `nets/` names it. */
const NETWORKS: Record<Variant, string> = {
  chess: 'chess',
  atomic: 'atomic',
  strictatomic: 'atomic',
  simpleatomic: 'atomic',
  pawnbattle: 'pawnbattle',
};

/** A count of a perft table. */
interface Count {
  variant: Variant;
  fen: string;
  depth: number;
  nodes: number;
}

/** The counts in the tables of crates/rules up to so many nodes. */
function perftCounts(most: number): Count[] {
  const folder = new URL('../../../crates/rules/tests/data/', import.meta.url);
  const tables = readdirSync(folder).filter((name) => name.endsWith('.perft'));
  return tables.flatMap((name) => {
    const variant = name.replace(/(960)?\.perft$/, '') as Variant;
    const lines = readFileSync(new URL(name, folder), 'utf8').split('\n');
    return lines.flatMap((line) => {
      const [fen = '', ...counts] = line.trim().split(';');
      if (fen === '' || fen.startsWith('#')) return [];
      return counts
        .map((count) => /^D(\d+) (\d+)$/.exec(count.trim()))
        .map((found) => ({ variant, fen, depth: Number(found?.[1]), nodes: Number(found?.[2]) }))
        .filter(({ nodes }) => nodes <= most);
    });
  });
}

/** The node counts of `estopim bench`, hand-crafted and by network, as the engine's own tests have them. */
function benchCounts(): { variant: Variant; byHand: number; byNetwork: number }[] {
  const source = read('../../../crates/engine/tests/search.rs').toString();
  const rows = [...source.matchAll(/#\[case::(\w+)\(Variant::\w+, ([\d_]+), ([\d_]+)\)\]/g)];
  const number = (text = '') => Number(text.replaceAll('_', ''));
  return rows.map(([, name, byHand, byNetwork]) => ({
    variant: name as Variant,
    byHand: number(byHand),
    byNetwork: number(byNetwork),
  }));
}

describe('the built modules', () => {
  it('are small enough for a phone, as the server sends them on plain http', async () => {
    expect((await gzip(read('./rules.wasm'))).length).toBeLessThan(60_000);
    expect((await gzip(read('./engine.wasm'))).length).toBeLessThan(250_000);
  }, 120_000);
});

describe('the rules', () => {
  let rules: Rules;

  beforeAll(async () => {
    rules = new Rules((await WebAssembly.instantiate(read('./rules.wasm'))).instance);
  });

  it('count the positions that are known', () => {
    const counts = perftCounts(50_000);
    expect(new Set(counts.map(({ variant }) => variant)).size).toBe(GAMES.length);
    for (const { variant, fen, depth, nodes } of counts)
      expect(rules.perft(variant, fen, depth), `${REBUILD} ${variant} ${fen} depth ${depth}`).toBe(nodes);
  });

  it('list what a capture blows up', () => {
    const { position } = rules.position({ variant: 'atomic', fen: '8/8/3k4/4p3/8/8/8/K3R3 w - - 0 1' });
    const capture = position.legal.find(({ uci }) => uci === 'e1e5');
    expect(capture).toMatchObject({ capture: true, takesKing: true, blast: ['e5', 'd6'] });
  });

  it('play a move as people write it, and say why another may not be played', () => {
    const played = rules.position({ variant: 'chess', moves: ['e2e4', 'e7e5'], tryMove: 'Nf3' });
    expect(played.last).toMatchObject({ uci: 'g1f3', san: 'Nf3', ply: 3 });
    expect(played.position.turn).toBe('black');
    const refused = rules.position({ variant: 'chess', tryMove: 'e1g1' });
    expect(refused.refusal).toMatchObject({ code: 'castlingBlocked', args: { at: 'f1' } });
    expect(refused.position.legal).toHaveLength(20);
  });

  it('know repetitions from the moves', () => {
    const moves = ['g1f3', 'g8f6', 'f3g1', 'f6g8', 'g1f3', 'g8f6', 'f3g1', 'f6g8'];
    expect(rules.position({ variant: 'chess', moves }).outcome).toEqual({ winner: null, reason: 'threefold' });
  });

  it('refuse what is no position', () => {
    expect(() => rules.position({ variant: 'chess', fen: 'x' })).toThrow(/fields/);
    expect(() => rules.position({ variant: 'draughts' as Variant })).toThrow(/draughts/);
  });

  it('send pieces in advance', () => {
    const premoves = rules.premoves('chess', GAMES[0]?.fen ?? '', 'black');
    expect(premoves.get('g8')).toEqual(['f6', 'h6', 'e7']);
    expect(premoves.has('e2')).toBe(false);
  });

  it('pass for a threat, which ends the right to capture en passant', () => {
    const fen = 'rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3';
    expect(rules.nullMove('chess', fen)).toBe('rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 3');
  });

  it('name every fault of a position', () => {
    const codes = (variant: Variant, fen: string) => rules.faults(variant, fen).map(({ code }) => code);
    expect(codes('chess', 'P6k/8/8/8/8/8/8/7p w K e3 0 1')).toEqual([
      'pawnOnEndRank',
      'pawnOnEndRank',
      'enPassant',
      'noKing',
    ]);
    expect(codes('chess', 'k1K5/8/8/8/8/8/8/8 w - - 0 1')).toEqual([]);
    expect(codes('pawnbattle', 'k7/p7/8/8/8/8/P7/8 w - - 0 1')).toEqual(['kingInPawnBattle']);
  });
});

describe('the engine', () => {
  let module: WebAssembly.Module;

  beforeAll(() => {
    module = new WebAssembly.Module(read('./engine.wasm'));
  });

  const withNetwork = (variant: Variant) => {
    const engine = new EngineModule(module);
    engine.loadNetwork(read(`../../../nets/${NETWORKS[variant]}.nnue`));
    return engine;
  };

  it('searches as many nodes as the program does', () => {
    const counts = benchCounts();
    expect(counts).toHaveLength(GAMES.length);
    for (const { variant, byHand, byNetwork } of counts) {
      expect(new EngineModule(module).bench({ variant }).nodes, `${REBUILD} ${variant}, HCE`).toBe(byHand);
      expect(withNetwork(variant).bench({ variant }).nodes, `${REBUILD} ${variant}, network`).toBe(byNetwork);
    }
  }, 60_000);

  it('counts the positions that are known', () => {
    const engine = new EngineModule(module);
    for (const { variant, fen, depth, nodes } of perftCounts(300_000))
      expect(engine.perft(variant, fen, depth), `${REBUILD} ${variant} ${fen} depth ${depth}`).toBe(nodes);
  }, 60_000);

  it('reports principal variations as it deepens', () => {
    const reports: SearchReport[] = [];
    const query = { variant: 'chess', moves: ['e2e4'], depth: 6, multipv: 3 } as const;
    const answer = withNetwork('chess').search({ ...query, moves: [...query.moves] }, (report) => reports.push(report));
    const last = reports.filter(({ depth }) => depth === 6);
    expect(last.map(({ multipv }) => multipv)).toEqual([1, 2, 3]);
    expect(answer.pv).toEqual(last[0]?.pv);
    expect(answer.pv[0]?.san).toMatch(/^[a-hN]/);
    expect(answer.nodes).toBeGreaterThan(100);
  });

  it('finds the king that one capture explodes', () => {
    const fen = '8/8/3k4/4p3/8/8/8/K3R3 w - - 0 1';
    const answer = withNetwork('atomic').search({ variant: 'atomic', fen, nodes: 1000 });
    expect(answer).toMatchObject({ score: { type: 'mate', moves: 1 }, pv: [{ uci: 'e1e5', san: 'Rxe5#' }] });
  });

  it('plays as a level does, the same again with the same seed', () => {
    const choose = (seed: number) => withNetwork('chess').search({ variant: 'chess', level: 1, seed }).pv[0]?.uci;
    expect(choose(7)).toBe(choose(7));
    expect(new Set([1, 2, 3, 4, 5, 6, 7, 8].map(choose)).size).toBeGreaterThan(1);
  });

  it('ends when its time is over', () => {
    const start = performance.now();
    withNetwork('chess').search({ variant: 'chess', timeMs: 100 });
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('refuses a network that is none', () => {
    expect(() => new EngineModule(module).loadNetwork(new Uint8Array([1, 2, 3]))).toThrow(/ESTONNUE/);
  });
});

describe('the maker of reports', () => {
  it('asks the engine about every position, and gives the same report again', async () => {
    const engine = new EngineModule(await WebAssembly.compile(read('./engine.wasm')));
    const heard: number[] = [];
    const maker = new ReportModule(await WebAssembly.compile(read('./report.wasm')), engine, ({ done }) =>
      heard.push(done),
    );
    const atomic = GAMES.find(({ variant }) => variant === 'atomic');
    const query = {
      variant: 'atomic' as const,
      fen: atomic?.fen ?? '',
      moves: ['g1f3', 'h7h6', 'f3e5', 'a7a6', 'e5f7'],
      nodes: 20_000,
      network: 'hce',
    };
    const report = maker.make(query);
    expect(heard).toEqual([1, 2, 3, 4, 5, 6]);
    expect(report.plies[1]).toMatchObject({ label: 'blunder', reason: { args: { by: 'kingExploded' } } });
    expect(report.madeWith).toMatchObject({ network: 'hce', nodes: 20_000 });
    expect(maker.make(query)).toEqual(report);
    expect(() => maker.make({ ...query, moves: ['e2e5'] })).toThrow(/pawn/);
    expect(() => maker.make({ ...query, moves: [] })).toThrow('no moves');
  }, 60_000);
});
