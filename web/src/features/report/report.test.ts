import { describe, expect, test } from 'vitest';
import { Refused } from '../../api';
import type { GameReport, GameView, PlayedMove, ReasonCode, ReportAnswer } from '../../generated/protocol';
import { reportOf, type Makers } from './ask';
import { timesOf, totalOf } from './times';

const REPORT = { madeWith: { engine: 'E', network: 'n', nodes: 1 } } as GameReport;
const DONE = { state: 'done', ...REPORT } as ReportAnswer;
const MAKING: ReportAnswer = { state: 'making', done: 1, total: 5 };
const GAME = { id: 'abc' } as GameView;

type Step = ReportAnswer | ReasonCode | 'unreachable';

/** A server that answers in this order, whether it is asked or looked at. */
function scripted(steps: Step[]): { makers: Makers; heard: string[] } {
  const heard: string[] = [];
  const next = (what: string) => (): Promise<ReportAnswer> => {
    const step = steps.shift();
    heard.push(what);
    if (typeof step === 'string') return Promise.reject(new Refused({ code: step, args: {}, message: step }));
    return step ? Promise.resolve(step) : Promise.reject(new Error('nothing more was expected'));
  };
  const make: Makers['make'] = (_, onProgress) => {
    heard.push('make');
    onProgress({ done: 1, total: 2 });
    return Promise.resolve(REPORT);
  };
  return { makers: { ask: next('ask'), look: next('look'), make, pause: () => Promise.resolve() }, heard };
}

describe('a report', () => {
  test.each<[string, Step[], string[], 'server' | 'browser']>([
    ['that is there comes at once', [DONE], ['ask'], 'server'],
    ['that is being made is waited for', [MAKING, MAKING, DONE], ['ask', 'look', 'look'], 'server'],
    ['is made here if the server is busy', ['busy'], ['ask', 'make'], 'browser'],
    [
      'is asked for again if the server was killed and has forgotten it',
      [MAKING, 'unreachable', 'unreachable', 'notFound', MAKING, DONE],
      ['ask', 'look', 'look', 'look', 'ask', 'look'],
      'server',
    ],
  ])('%s', async (_, steps, heard, by) => {
    const server = scripted(steps);
    const made = await reportOf(
      GAME,
      () => undefined,
      () => false,
      server.makers,
    );
    expect(made).toMatchObject({ by });
    expect(server.heard).toEqual(heard);
  });

  test('that is refused is refused in words, and one that nobody waits for is left', async () => {
    const refused = reportOf(
      GAME,
      () => undefined,
      () => false,
      scripted(['gameNotOver']).makers,
    );
    await expect(refused).rejects.toThrow('gameNotOver');
    expect(
      await reportOf(
        GAME,
        () => undefined,
        () => true,
        scripted([]).makers,
      ),
    ).toBeUndefined();
  });
});

test('time used is told of games with a clock alone', () => {
  const moves = [1000, 4000, 4500].map((atMs, index) => ({ atMs, by: index % 2 ? 'black' : 'white' }) as PlayedMove);
  const clock = { type: 'clock', baseSeconds: 60, incrementSeconds: 0 } as const;
  expect(timesOf({ time: clock, moves })).toEqual([null, 3000, 500]);
  expect(totalOf({ time: clock, moves }, 'white')).toBe(500);
  expect(timesOf({ time: { type: 'none' }, moves })).toBeNull();
  expect(totalOf({ time: { type: 'none' }, moves }, 'black')).toBeNull();
});
