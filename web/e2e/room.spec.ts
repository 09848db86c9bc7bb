// There is room for what is said: no word is cut, and what has to be pressed is in sight, on any screen.
import type { Locator } from '@playwright/test';
import { expect, seated, test, type Person } from './fixtures';

const ZOOMED = { width: 640, height: 400 };
const SIDEWAYS = { width: 844, height: 390 };
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const CLOCK = { type: 'perMove', seconds: 180 } as const;
/** White blows up the king with Nxf7. */
const BEFORE_THE_BLAST = 'rnbqkbnr/pppp1ppp/8/4p1N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1';

/** What is cut off or lies under something else, by its words. */
const cutOff = (all: Locator) =>
  all.evaluateAll((nodes) =>
    nodes
      .filter((node) => {
        const box = node.getBoundingClientRect();
        const words = document.createRange();
        words.selectNodeContents(node);
        const said = words.getBoundingClientRect();
        const inside = said.width === 0 || (said.left >= box.left - 0.5 && said.right <= box.right + 0.5);
        const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        const bottom = document.elementFromPoint(box.left + box.width / 2, box.bottom - 3);
        return !inside || !node.contains(middle) || !node.contains(bottom);
      })
      .map((node) => node.textContent.trim()),
  );

const actions = ({ page }: Person) => page.locator('.actions').locator('button, a');

for (const locale of ['pt-BR', 'en-US']) {
  for (const [look, viewport] of [
    ['desktop', DESKTOP],
    ['phone', PHONE],
    ['sideways', SIDEWAYS],
    ['at 200 % zoom', ZOOMED],
  ] as const) {
    test(`no word on the buttons of a game is cut, before and after its end: ${locale}, ${look}`, async ({
      person,
    }) => {
      const me = await person({ viewport, locale });
      await me.makeGame({
        variant: 'atomic',
        opponent: { type: 'computer', level: 1, color: 'white' },
        time: CLOCK,
        setup: BEFORE_THE_BLAST,
      });
      await expect(me.page.locator('.actions button').nth(3)).toBeEnabled();
      expect(await cutOff(actions(me))).toEqual([]);
      await me.type('g5f7');
      await expect(me.page.getByTestId('ending')).toBeVisible();
      await expect(actions(me)).toHaveCount(6);
      expect(await cutOff(actions(me))).toEqual([]);
    });
  }
}

test('an offer that was made is told in whole words', async ({ person }) => {
  const [white, black] = await seated(await person({ viewport: DESKTOP }), await person({ viewport: DESKTOP }), {
    variant: 'chess',
    time: CLOCK,
  });
  await white.move('e2e4');
  await black.seesMoves(1);
  await black.move('e7e5');
  await white.seesMoves(2);
  await white.page.getByRole('button', { name: 'Mudar para português' }).click();
  await white.button('Empate').click();
  await expect(black.button('Decline')).toBeVisible();
  await expect(white.page.locator('.actions button').nth(1)).toBeDisabled();
  expect(await cutOff(actions(white))).toEqual([]);
});

test('at 200 % zoom an offer can be accepted and declined, and names have eight letters', async ({ person }) => {
  const [ana, rui] = [await person({ viewport: ZOOMED }), await person({ viewport: ZOOMED })];
  await ana.page.request.put('/api/me', { data: { nickname: 'Raimundo Nonato' } });
  await rui.page.request.put('/api/me', { data: { nickname: 'Sebastiana da Luz' } });
  const [white, black] = await seated(ana, rui, { variant: 'chess', time: CLOCK });
  await white.move('e2e4');
  await black.seesMoves(1);
  await black.move('e7e5');
  await white.seesMoves(2);
  for (const offer of ['Draw', 'Take back']) {
    await black.button(offer).click();
    await expect(white.button('Decline')).toBeVisible();
    expect(await cutOff(white.page.locator('.offer button'))).toEqual([]);
    await white.button('Decline').click();
  }
  const cut = await white.page.locator('.bar .name').evaluateAll((names) =>
    names
      .filter((name) => {
        const probe = document.createElement('span');
        probe.textContent = `${name.textContent.slice(0, 8)}…`;
        name.append(probe);
        const isCut = probe.getBoundingClientRect().width > name.clientWidth;
        probe.remove();
        return isCut;
      })
      .map((name) => name.textContent),
  );
  expect(cut).toEqual([]);
});

test('at 200 % zoom who is invited sees where to press, and who talks sees the end', async ({ person }) => {
  const [ana, rui] = [await person(), await person({ viewport: ZOOMED })];
  const id = await ana.makeGame({ variant: 'strictatomic', opponent: { type: 'friend' }, time: CLOCK });
  await rui.open(`/game/${id}`);
  await expect(rui.button('Play')).toBeVisible();
  expect(await cutOff(rui.button('Play'))).toEqual([]);
  await rui.button('Play').click();
  await rui.page.getByPlaceholder('Say something').fill('hello');
  await rui.page.getByPlaceholder('Say something').press('Enter');
  await expect(ana.page.getByRole('log')).toContainText('hello');
  await ana.page.getByTitle('Abort').click();
  await ana.button('Abort the game?').click();
  await expect(rui.page.getByTestId('ending')).toBeVisible();
  await expect(rui.page.getByTestId('ending')).toBeInViewport({ ratio: 1 });
  expect(await cutOff(rui.page.getByTestId('ending').getByRole('link', { name: 'New game' }))).toEqual([]);
});

test('a field that is typed into does not lie under the buttons', async ({ person }) => {
  for (const viewport of [ZOOMED, SIDEWAYS]) {
    const me = await person({ viewport });
    await me.makeGame({ variant: 'chess', opponent: { type: 'hotSeat' }, time: { type: 'none' } });
    await me.page.locator('#typed-move').focus();
    expect(await cutOff(me.page.locator('#typed-move'))).toEqual([]);
  }
});

test('with a long name the page is no wider than the screen', async ({ person }) => {
  for (const locale of ['pt-BR', 'en-US'])
    for (const viewport of [SIDEWAYS, ZOOMED, PHONE, { width: 768, height: 1024 }]) {
      const me = await person({ viewport, locale });
      await me.page.request.put('/api/me', { data: { nickname: 'Maria das Graças Lim' } });
      await me.open('/about');
      await expect(me.page.getByRole('heading', { level: 1 })).toBeVisible();
      const width = await me.page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `${locale} ${viewport.width}`).toBeLessThanOrEqual(viewport.width);
      const last = await me.page.locator('header .switches button').last().boundingBox();
      expect((last?.x ?? 0) + (last?.width ?? 0), `${locale} ${viewport.width}`).toBeLessThanOrEqual(viewport.width);
    }
});

test('the reason of a hint is shown whole', async ({ person }) => {
  const me = await person({ viewport: DESKTOP, locale: 'pt-BR' });
  await me.makeGame({ variant: 'chess', opponent: { type: 'computer', level: 2, color: 'white' }, time: CLOCK });
  await me.button('Dica').click();
  await me.button('Por quê?').click();
  const place = me.page.locator('.slot');
  await expect(place).toContainText('chances');
  // Two sentences for who hears them, too.
  expect(await me.page.getByTestId('hint').textContent()).toMatch(/Experimente \S+\.\s+[A-Z]/);
  expect(await place.evaluate((node) => node.scrollHeight - node.clientHeight)).toBe(0);
});

test('a long message in the folded talk is not cut within a line', async ({ person }) => {
  const [white, black] = await seated(await person({ viewport: DESKTOP }), await person({ viewport: DESKTOP }), {
    variant: 'chess',
    time: CLOCK,
  });
  const field = white.page.getByPlaceholder('Say something');
  await field.fill('A long message, which needs a good deal more than the two lines that there are beside the board.');
  await field.press('Enter');
  const log = black.page.getByRole('log');
  await expect(log).toContainText('A long message');
  // The last line that is shown is a whole one.
  const cut = await log.evaluate((node) => {
    const words = document.createRange();
    const { bottom } = node.getBoundingClientRect();
    const last = node.querySelector('p:last-of-type');
    if (!last) return ['nothing'];
    words.selectNodeContents(last);
    const end = Math.min(bottom, last.getBoundingClientRect().bottom);
    return [...words.getClientRects()]
      .filter((line) => line.top < end - 2 && line.bottom > end + 4)
      .map((line) => line.top);
  });
  expect(cut).toEqual([]);
});

test('that the link was copied is told until the next move, and hides no danger then', async ({ person }) => {
  const me = await person();
  await me.makeGame({ variant: 'atomic', opponent: { type: 'hotSeat' }, time: { type: 'none' } });
  await me.button('Share').click();
  await expect(me.page.locator('.slot')).toContainText(/copied|\/game\//);
  for (const [index, move] of ['g1f3', 'a7a6', 'f3g5'].entries()) {
    await me.move(move);
    await me.seesMoves(index + 1);
  }
  await expect(me.page.locator('.slot')).toContainText('could explode the king');
});

test('the link is copied where the browser gives the page no clipboard', async ({ person }) => {
  const me = await person();
  // As on a plain http address in a classroom's network.
  await me.page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined });
    const execCommand = (command: string): boolean => {
      Object.assign(window, { copied: command === 'copy' && getSelection()?.toString() });
      return true;
    };
    Object.assign(document, { execCommand });
  });
  const id = await me.makeGame({ variant: 'chess', opponent: { type: 'friend' }, time: CLOCK });
  await me.button('Copy').click();
  await expect(me.button('Copied')).toBeVisible();
  expect(await me.page.evaluate(() => (window as unknown as { copied: unknown }).copied)).toContain(`/game/${id}`);
});

test('a lesson fills a projector’s screen', async ({ person }) => {
  const me = await person({ viewport: { width: 1920, height: 1080 } });
  await me.open('/learn/knight');
  const board = me.page.locator('.board').first();
  await expect(board).toBeVisible();
  const box = await board.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(800);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(1080);
});

test('what a choice opens on the first page is not left under the button', async ({ person }) => {
  for (const viewport of [DESKTOP, PHONE]) {
    const me = await person({ viewport });
    await me.open('/');
    await me.page.getByText('Pawn Battle', { exact: true }).click();
    await me.page.getByText('Your own', { exact: true }).click();
    const field = me.page.getByLabel('Or paste a FEN');
    await expect(field).toBeVisible();
    expect(await cutOff(field)).toEqual([]);
    await me.page.getByText('Other', { exact: true }).click();
    await me.page.getByText('Per game', { exact: true }).click();
    const minutes = me.page.getByLabel('Minutes each');
    await expect(minutes).toBeVisible();
    expect(await cutOff(minutes)).toEqual([]);
  }
});

test('levels and sides are told to who does not see them', async ({ person }) => {
  const me = await person();
  await me.open('/');
  await expect(me.page.getByRole('slider', { name: 'Level' })).toHaveAttribute('aria-valuetext', '2, beginner');
  await me.open('/computers');
  for (const color of ['White', 'Black']) {
    await expect(me.page.getByRole('slider', { name: `${color}’s level` })).toBeVisible();
    await expect(me.page.getByTestId(`side-${color.toLowerCase()}`)).toContainText(color);
  }
  await me.makeGame({ variant: 'chess', opponent: { type: 'computer', level: 1, color: 'black' }, time: CLOCK });
  await expect(me.page.getByTestId('player-white')).toContainText(/White:\s*Pavio/);
});
