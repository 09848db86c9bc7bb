// What the page costs: nothing jumps, moves are shown at once, and what is gone is told.
import { expect, seated, test, type Person } from './fixtures';

interface Measured {
  shifts: { value: number; what: string }[];
  /** Tasks during which the page could answer nobody, in milliseconds. Those below 50 are not told. */
  tasks: number[];
}

/** Writes down every jump of the page's parts, whoever caused it, and every long task. */
const measure = (one: Person) =>
  one.page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      value: number;
      sources: { node: Node | null }[];
    }
    const measured: Measured = { shifts: [], tasks: [] };
    Object.assign(window, { measured });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        const what = entry.sources
          .map(({ node }) => (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 90) ?? 'gone')
          .join();
        measured.shifts.push({ value: entry.value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) measured.tasks.push(Math.round(duration));
    }).observe({ type: 'longtask', buffered: true });
  });
const measured = (one: Person) => one.page.evaluate(() => (window as unknown as { measured: Measured }).measured);
const forget = (one: Person) =>
  one.page.evaluate(() => {
    const all = (window as unknown as { measured: Measured }).measured;
    all.shifts.length = 0;
    all.tasks.length = 0;
  });

for (const [look, viewport] of [
  ['desktop', { width: 1280, height: 800 }],
  ['phone', { width: 390, height: 844 }],
  ['sideways', { width: 844, height: 390 }],
] as const) {
  test(`nothing jumps in a whole game, its end included: ${look}`, async ({ person }) => {
    const [ana, rui, eva] = [await person({ viewport }), await person({ viewport }), await person({ viewport })];
    for (const one of [ana, rui, eva]) await measure(one);
    const [white, black] = await seated(ana, rui, {
      variant: 'atomic',
      time: { type: 'clock', baseSeconds: 300, incrementSeconds: 3 },
    });
    await eva.open(`/game/${white.gameId}`);
    for (const one of [white, black, eva]) {
      await one.seesMoves(0);
      await expect(one.page.getByTestId('spectators')).toBeVisible();
      await forget(one);
    }
    for (const [index, move] of ['g1f3', 'd7d5', 'f3e5', 'd8d6'].entries()) {
      await (index % 2 === 0 ? white : black).move(move);
      for (const one of [white, black]) await one.seesMoves(index + 1);
    }
    await white.type('Ke9');
    await expect(white.notice()).toBeVisible();
    await black.button('Draw').click();
    await white.button('Decline').click();
    await white.click('e5');
    const { x, y } = await white.spot('f7');
    await white.page.mouse.move(x, y);
    await expect(white.page.getByTestId('blast')).toBeVisible();
    await white.page.mouse.click(x, y);
    for (const one of [white, black, eva]) {
      await expect(one.page.getByTestId('ending')).toBeVisible();
      await expect(one.page.getByTestId('explosion')).toHaveCount(0);
    }
    for (const one of [white, black, eva]) expect((await measured(one)).shifts).toEqual([]);
  });
}

test('nothing jumps when hints are asked for and a game against the computer ends', async ({ person }) => {
  const me = await person({ viewport: { width: 1280, height: 800 } });
  await measure(me);
  await me.makeGame({
    variant: 'chess',
    opponent: { type: 'computer', level: 1, color: 'white' },
    time: { type: 'perMove', seconds: 180 },
  });
  await expect(me.button('Hint')).toBeEnabled();
  await forget(me);
  await me.button('Hint').click();
  await me.button('Why?').click();
  await expect(me.page.getByTestId('hint')).toContainText('.');
  await me.move('e2e4');
  await me.seesMoves(2);
  await me.move('d2d4');
  await me.seesMoves(4);
  await me.button('Resign').click();
  await me.button('Really resign?').click();
  await expect(me.page.getByTestId('ending')).toBeVisible();
  expect((await measured(me)).shifts).toEqual([]);
});

/** How many frames are drawn from the press that makes the first move on a fresh page until the board has it. */
async function framesOfFirstMove(two: Person): Promise<number> {
  await two.makeGame({ variant: 'chess', opponent: { type: 'hotSeat' }, time: { type: 'none' } });
  await two.seesMoves(0);
  await two.click('e2');
  const { x, y } = await two.spot('e4');
  await two.page.evaluate(() => {
    const counted = { frames: -1 };
    Object.assign(window, { counted });
    document.addEventListener(
      'mousedown',
      () => {
        let frames = 0;
        const look = (): void => {
          if (document.querySelector('[data-square="e4"]')?.getAttribute('aria-label')?.includes('pawn'))
            counted.frames = frames;
          else {
            frames += 1;
            requestAnimationFrame(look);
          }
        };
        requestAnimationFrame(look);
      },
      { once: true, capture: true },
    );
  });
  await two.page.mouse.click(x, y);
  const frames = () => two.page.evaluate(() => (window as unknown as { counted: { frames: number } }).counted.frames);
  await expect.poll(frames).toBeGreaterThanOrEqual(0);
  return frames();
}

test('a move is on the board before two more frames are drawn', async ({ person }) => {
  const frames: number[] = [];
  // A machine that is busy with other tests may be slow now and then; the page itself is not.
  for (let attempt = 0; attempt < 4 && !frames.some((count) => count <= 2); attempt += 1) {
    frames.push(await framesOfFirstMove(await person()));
  }
  expect(Math.min(...frames)).toBeLessThanOrEqual(2);
});

test('the first paint comes early, without anything in its way', async ({ person }) => {
  const paints: number[] = [];
  // A machine that is busy with other tests may be slow now and then; the page itself is not.
  for (let attempt = 0; attempt < 6 && !paints.some((ms) => ms < 1000); attempt += 1) {
    const me = await person();
    await measure(me);
    await me.open('/');
    await expect(me.button('Play')).toBeEnabled();
    paints.push(
      await me.page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity),
    );
    const blocking = await me.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => (entry as { renderBlockingStatus?: string }).renderBlockingStatus === 'blocking')
        .map(({ name }) => new URL(name).pathname),
    );
    expect(blocking.filter((path) => !path.endsWith('.css'))).toEqual([]);
  }
  expect(Math.min(...paints)).toBeLessThan(1000);
});

/** The longest task of a fresh page: while it is loaded, and while four moves are played on it. */
async function longestTasks(me: Person): Promise<{ loading: number; playing: number }> {
  const longest = async () => Math.max(0, ...(await measured(me)).tasks);
  await measure(me);
  await me.open('/');
  await expect(me.button('Play')).toBeEnabled();
  await me.page.waitForLoadState('networkidle');
  const loading = await longest();
  await me.makeGame({ variant: 'atomic', opponent: { type: 'hotSeat' }, time: { type: 'none' } });
  await me.seesMoves(0);
  await me.page.waitForLoadState('networkidle');
  await forget(me);
  for (const [index, move] of ['g1f3', 'd7d5', 'f3e5', 'd8d6', 'e5f7'].entries()) {
    await me.move(move);
    await me.seesMoves(index + 1);
  }
  await expect(me.page.getByTestId('explosion')).toHaveCount(0);
  return { loading, playing: await longest() };
}

test('no task holds the page up for long, neither when it is loaded nor when a move is made', async ({ person }) => {
  const found: { loading: number; playing: number }[] = [];
  const best = (what: 'loading' | 'playing') => Math.min(...found.map((tasks) => tasks[what]));
  // A machine that is busy with other tests may be slow now and then; the page itself is not.
  for (let attempt = 0; attempt < 6 && !(best('loading') <= 200 && best('playing') <= 100); attempt += 1) {
    found.push(await longestTasks(await person()));
  }
  expect(best('loading'), JSON.stringify(found)).toBeLessThanOrEqual(200);
  expect(best('playing'), JSON.stringify(found)).toBeLessThanOrEqual(100);
});

test('texts that are gone: the page is loaded once more, and then says what happened', async ({ person }) => {
  const me = await person({ serviceWorkers: 'block' });
  let opened = 0;
  me.page.on('request', (request) => {
    if (request.isNavigationRequest()) opened += 1;
  });
  await me.page.route(/\/assets\/web-/, (route) => route.abort('connectionrefused'));
  await me.open('/');
  await expect(me.page.getByRole('alert')).toContainText('Estopim could not be loaded');
  await expect(me.page.getByRole('alert')).toContainText('Não foi possível carregar o Estopim');
  expect(opened).toBe(2);
});

test('a redeploy in mid-game: old code is gone, the game goes on', async ({ person }) => {
  const [white, black] = await seated(
    await person({ serviceWorkers: 'block' }),
    await person({ serviceWorkers: 'block' }),
    {
      variant: 'chess',
      time: { type: 'none' },
    },
  );
  await white.move('e2e4');
  await black.seesMoves(1);
  // The server has other assets by now: what was not loaded yet is gone, until the page is loaded anew.
  let gone = true;
  await white.page.route('**/assets/**', (route) => (gone ? route.fulfill({ status: 404 }) : route.continue()));
  white.page.on('request', (request) => {
    if (request.isNavigationRequest()) gone = false;
  });
  white.forgives(/404/);
  const loaded = white.page.waitForEvent('load');
  await white.button('Settings').click();
  await loaded;
  await white.seesMoves(1);
  await white.button('Settings').click();
  await expect(white.page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await white.button('Close').click();
  await black.move('e7e5');
  await white.seesMoves(2);
});
