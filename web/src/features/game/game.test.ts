import { describe, expect, test } from 'vitest';
import type {
  ClocksView,
  GameView,
  LegalMove,
  PlayedMove,
  LivePosition,
  ServerMessage,
} from '../../generated/protocol';
import { lostBy } from './captured';
import { clockText, lowMs, remainingMs, timeInWords } from './clock';
import {
  fromSnapshot,
  mayMove,
  premovePlayed,
  shownAt,
  update,
  withOwnMove,
  withTypedMove,
  type GameState,
} from './state';
import { dangerInWords } from './status';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const AFTER = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const CLOCKS: ClocksView = {
  whiteMs: 180_000,
  blackMs: 180_000,
  running: 'white',
  perMove: true,
  overdue: null,
  serverNowMs: 0,
};

const e4: LegalMove = { uci: 'e2e4', from: 'e2', to: 'e4' };
const nf3: LegalMove = { ...e4, uci: 'g1f3', from: 'g1', to: 'f3' };

function played(ply: number, change: Partial<PlayedMove> = {}): PlayedMove {
  return {
    ply,
    uci: 'e2e4',
    san: 'e4',
    by: ply % 2 === 1 ? 'white' : 'black',
    from: 'e2',
    to: 'e4',
    blast: [],
    exploded: [],
    check: false,
    atMs: 0,
    ...change,
  };
}

function position(change: Partial<LivePosition> = {}): LivePosition {
  return { ply: 0, fen: START, turn: 'white', check: null, threats: [], ...change };
}

function game(change: Partial<GameView> = {}): GameView {
  return {
    id: 'abcd1234',
    variant: 'atomic',
    initialFen: START,
    players: { white: { name: 'Ana' }, black: { name: 'Rui' } },
    you: 'white',
    hotSeat: false,
    fromLobby: false,
    watchable: false,
    time: { type: 'perMove', seconds: 180 },
    moves: [],
    fens: [START],
    position: position(),
    clocks: CLOCKS,
    outcome: null,
    offers: { draw: null, takeback: null, rematch: null },
    chat: [],
    status: 'playing',
    spectators: 0,
    createdMs: 0,
    ...change,
  };
}

const moved = (seq: number, ply = 1): ServerMessage => ({
  type: 'moved',
  seq,
  move: played(ply),
  position: position({ ply, fen: AFTER, turn: 'black' }),
  clocks: { ...CLOCKS, running: 'black' },
});

const first = (change: Partial<GameView> = {}): GameState => fromSnapshot(game(change), 5, 0);

describe('messages in order', () => {
  test('a move is added to the game', () => {
    const state = update(first(), moved(6), 100);
    expect(state.game.moves).toHaveLength(1);
    expect(state.game.fens).toEqual([START, AFTER]);
    expect([state.seq, state.clocksAt, state.game.position.turn]).toEqual([6, 100, 'black']);
  });
  test('a message that came before is not counted twice', () => {
    const state = update(first(), moved(6), 0);
    expect(update(state, moved(6), 0)).toBe(state);
  });
  test('a gap asks for a snapshot and changes nothing else', () => {
    const state = update(first(), moved(8), 0);
    expect([state.stale, state.game.moves.length, state.seq]).toEqual([true, 0, 5]);
    const whole = update(state, { type: 'snapshot', seq: 9, game: game({ moves: [played(1)] }) }, 0);
    expect([whole.stale, whole.game.moves.length, whole.seq]).toEqual([false, 1, 9]);
  });
});

test.each<[string, ServerMessage, (state: GameState) => unknown, unknown]>([
  ['an offer', { type: 'offered', seq: 6, kind: 'draw', by: 'black' }, (s) => s.game.offers.draw, 'black'],
  ['time that is over', { type: 'timeOver', seq: 6, color: 'white' }, (s) => s.game.clocks.overdue, 'white'],
  [
    'time given',
    { type: 'timeGiven', seq: 6, color: 'white', clocks: CLOCKS },
    (s) => s.notice,
    { kind: 'timeGiven', color: 'white' },
  ],
  [
    'the end',
    { type: 'ended', seq: 6, outcome: { winner: 'white', reason: 'resignation' }, clocks: CLOCKS },
    (s) => [s.game.status, s.game.outcome?.winner],
    ['ended', 'white'],
  ],
  ['talk', { type: 'chat', seq: 6, line: { line: 1, by: 'black', text: 'hi', atMs: 0 } }, (s) => s.game.chat.length, 1],
  [
    'clocks set right',
    { type: 'clocksSet', seq: 6, clocks: { ...CLOCKS, whiteMs: 7 } },
    (s) => [s.game.clocks.whiteMs, s.clocksAt],
    [7, 100],
  ],
  ['a rematch', { type: 'rematch', seq: 6, id: 'next' }, (s) => s.game.rematchId, 'next'],
  [
    'who is there',
    { type: 'presence', white: true, black: false, spectators: 3, claimableInMs: 500 },
    (s) => [s.presence, s.game.spectators],
    [{ white: true, black: false, claimableAt: 600 }, 3],
  ],
  [
    'a refusal',
    { type: 'rejected', reason: { code: 'notYourTurn', args: {}, message: '' } },
    (s) => s.notice?.kind,
    'refused',
  ],
])('%s is noted', (_, message, look, expected) => {
  expect(look(update(first(), message, 100))).toEqual(expected);
});

test('a player who joins makes the page ask which seat is its own', () => {
  const joined: ServerMessage = {
    type: 'joined',
    seq: 6,
    players: { white: { name: 'A' }, black: { name: 'B' } },
    clocks: CLOCKS,
  };
  expect(update(first({ status: 'waiting' }), joined, 0).stale).toBe(true);
  expect(update(first(), joined, 0).stale).toBe(false);
});

test('only the one who offered hears that it was declined', () => {
  const declined: ServerMessage = { type: 'declined', seq: 6, kind: 'draw' };
  const offers = { draw: 'white' as const, takeback: null, rematch: null };
  expect(update(first({ offers }), declined, 0).notice).toEqual({ kind: 'declined', offer: 'draw' });
  expect(update(first({ offers, you: 'black' }), declined, 0).notice).toBeNull();
});

describe('a move made here', () => {
  const made = withOwnMove(first(), e4, 'tag');
  test('is shown before it is confirmed', () => {
    expect(shownAt(made, null)).toMatchObject({ ply: 1, fen: AFTER.split(' ')[0], lastMove: ['e2', 'e4'], live: true });
  });
  test('is the same ply once it is confirmed, so that nothing is shown twice', () => {
    const confirmed = update(made, moved(6), 0);
    expect(confirmed.pending).toBeNull();
    expect(shownAt(confirmed, null)).toMatchObject({ ply: 1, lastMove: ['e2', 'e4'] });
  });
  test('is kept through a lost connection while the game stands where it was', () => {
    expect(update(made, { type: 'snapshot', seq: 9, game: game() }, 0).pending).toBe(made.pending);
  });
  test('is forgotten when the snapshot has it', () => {
    const there = game({ moves: [played(1)], fens: [START, AFTER] });
    expect(update(made, { type: 'snapshot', seq: 9, game: there }, 0).pending).toBeNull();
  });
  test('goes back when it is refused', () => {
    const refused = update(
      made,
      { type: 'rejected', clientTag: 'tag', reason: { code: 'inCheck', args: { by: 'e8' }, message: '' } },
      0,
    );
    expect(refused.pending).toBeNull();
    expect(shownAt(refused, null)).toMatchObject({ ply: 0, fen: START });
    expect(refused.notice).toMatchObject({ kind: 'refused', reason: { code: 'inCheck' } });
  });
  test('that was sent twice says nothing the second time', () => {
    const confirmed = update(made, moved(6), 0);
    const again: ServerMessage = {
      type: 'rejected',
      clientTag: 'tag',
      reason: { code: 'stalePly', args: {}, message: '' },
    };
    expect(update(confirmed, again, 0)).toBe(confirmed);
  });
});

test.each([
  ['e2e4', 'e2e4'],
  ['G1F3', 'g1f3'],
])('typed %s is the move %s', (text, uci) => {
  expect(withTypedMove(first(), [e4, nf3], text, 'tag').pending).toMatchObject({
    text: uci,
    shown: { to: uci.slice(2) },
  });
});

test.each(['Qh5', 'Nf3'])('typed %s is left to the server to read', (text) => {
  expect(withTypedMove(first(), [e4, nf3], text, 'tag').pending).toEqual({ text, atPly: 0, tag: 'tag', shown: null });
});

test.each([
  ['possible', { from: 'e2', to: 'e4' }, 'e2e4'],
  ['impossible', { from: 'e2', to: 'd3' }, undefined],
])('a premove that is %s', (_, premove, uci) => {
  expect(premovePlayed({ ...first(), premove }, [e4, nf3])?.uci).toBe(uci);
});

test('a premoved pawn becomes a queen', () => {
  const legal = (['knight', 'queen'] as const).map((promotion) => ({
    ...e4,
    uci: `a7a8${promotion.charAt(0)}`,
    from: 'a7',
    to: 'a8',
    promotion,
  }));
  const state = { ...first(), premove: { from: 'a7', to: 'a8' } };
  expect(premovePlayed(state, legal)?.promotion).toBe('queen');
});

test.each([
  ['white', 'playing', true],
  ['black', 'playing', false],
  ['both', 'playing', true],
  [null, 'playing', false],
  ['white', 'ended', false],
] as const)('%s may move in a game that is %s: %s', (you, status, expected) => {
  expect(mayMove(game({ you, status }))).toBe(expected);
});

test.each([
  [180_000, '3:00'],
  [59_999, '0:59'],
  [9_450, '9.4'],
  [0, '0:00'],
  [-500, '0:00'],
  [3_723_000, '1:02:03'],
])('%i ms is %s', (ms, text) => {
  expect(clockText(ms)).toBe(text);
});

test('only the clock that runs goes on', () => {
  expect(remainingMs(CLOCKS, 'white', 1000, 3000)).toBe(178_000);
  expect(remainingMs(CLOCKS, 'black', 1000, 3000)).toBe(180_000);
  expect(remainingMs({ ...CLOCKS, whiteMs: null }, 'white', 0, 0)).toBeNull();
});

test.each([
  [{ type: 'perMove', seconds: 180 } as const, 'time-minutes-a-move'],
  [{ type: 'perMove', seconds: 30 } as const, 'time-seconds-a-move'],
  [{ type: 'perMove', seconds: 86_400 } as const, 'time-day-a-move'],
  [{ type: 'clock', baseSeconds: 300, incrementSeconds: 3 } as const, 'time-clock'],
  [{ type: 'none' } as const, 'time-none'],
])('%j is told by %s', (time, id) => {
  expect(timeInWords(time)[0]).toBe(id);
});

test('what exploded and what was captured is counted once', () => {
  const pawn = { color: 'white', role: 'pawn' } as const;
  const moves = [
    played(1, { captured: { color: 'black', role: 'queen' } }),
    played(2, {
      captured: pawn,
      exploded: [
        { square: 'e4', piece: pawn },
        { square: 'd8', piece: { color: 'black', role: 'queen' } },
        { square: 'd3', piece: pawn },
      ],
    }),
  ];
  expect(lostBy('white', moves)).toEqual([{ role: 'pawn', count: 2 }]);
  expect(lostBy('black', moves)).toEqual([{ role: 'queen', count: 2 }]);
});

// Without its bundle a text is its own name.
test.each<[string, Partial<LivePosition>, string]>([
  ['nothing', {}, ''],
  ['an open king', { threats: ['e8'] }, 'status-threat'],
  ['kings side by side', { threats: ['e8'], kingsProtected: true }, 'status-kings-touch'],
])('of %s the page says what the server tells', (_, change, expected) => {
  expect(dangerInWords(game({ position: position(change) }))).toBe(expected);
});

test.each([
  [{ type: 'perMove', seconds: 10 }, 2_500],
  [{ type: 'perMove', seconds: 180 }, 20_000],
  [{ type: 'clock', baseSeconds: 60, incrementSeconds: 0 }, 15_000],
  [{ type: 'none' }, 0],
] as const)('with %j a clock is red below %d ms', (time, expected) => {
  expect(lowMs(time)).toBe(expected);
});
