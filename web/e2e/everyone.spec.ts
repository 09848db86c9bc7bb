// The page for people who use it otherwise: by keys alone, without motion, in forced colours, with names written from
// right to left; and many at once.
import type { Locator } from '@playwright/test';
import { expect, seated, test, type Person } from './fixtures';

const HERE = { variant: 'atomic', opponent: { type: 'hotSeat' }, time: { type: 'none' } } as const;

/** Goes on with Tab until something has the focus. */
async function tabTo(me: Person, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await wanted.evaluateAll((nodes) => nodes.some((node) => node === document.activeElement))) return;
    await me.page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${String(wanted)}`);
}

/** Walks over the board with the arrow keys; White is below. */
async function walkTo(me: Person, square: string): Promise<void> {
  const here = (await me.page.evaluate(() => document.activeElement?.getAttribute('data-square'))) ?? '';
  const across = square.charCodeAt(0) - here.charCodeAt(0);
  const up = square.charCodeAt(1) - here.charCodeAt(1);
  for (let step = 0; step < Math.abs(across); step += 1)
    await me.page.keyboard.press(across > 0 ? 'ArrowRight' : 'ArrowLeft');
  for (let step = 0; step < Math.abs(up); step += 1) await me.page.keyboard.press(up > 0 ? 'ArrowUp' : 'ArrowDown');
}

test('by keys alone, from the first page to the end of a game and to the next', async ({ person }) => {
  const me = await person();
  await me.open('/');
  await expect(me.button('Play')).toBeEnabled();
  await tabTo(me, me.page.locator('input[name="variant"]'));
  await me.page.keyboard.press('ArrowRight');
  await expect(me.page.locator('input[value="chess"]')).toBeChecked();
  await tabTo(me, me.page.locator('input[name="opponent"]'));
  for (let step = 0; step < 3; step += 1) await me.page.keyboard.press('ArrowRight');
  await expect(me.page.locator('input[value="hotSeat"]')).toBeChecked();
  await tabTo(me, me.button('Play'));
  await me.page.keyboard.press('Enter');
  await expect(me.status()).toHaveText('White to move.');
  await tabTo(me, me.page.locator('[data-square]'));
  for (const [index, move] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries()) {
    await walkTo(me, move.slice(0, 2));
    await me.page.keyboard.press('Enter');
    await walkTo(me, move.slice(2, 4));
    await me.page.keyboard.press('Enter');
    await me.seesMoves(index + 1);
  }
  await expect(me.page.getByTestId('spoken')).toContainText('Black won by checkmate');
  await tabTo(me, me.page.getByTestId('ending').getByRole('link', { name: 'New game' }));
  await me.page.keyboard.press('Enter');
  await expect(me.button('Play')).toBeVisible();
});

test('nothing flashes or slides for readers who want no motion', async ({ person }) => {
  const two = await person({ reducedMotion: 'reduce' });
  await two.makeGame({ ...HERE, setup: '4k3/8/2n1b3/2pp4/4P3/8/8/4K3 w - - 0 1' });
  await two.page.evaluate(() => {
    const seen = { frames: 0, moving: 0 };
    Object.assign(window, { seen });
    const look = (): void => {
      const flash = document.querySelector('.explosion .flash');
      if (flash) seen.frames += 1;
      const moves =
        document.querySelector('.board piece.anim') ?? (flash && getComputedStyle(flash).display !== 'none');
      if (moves) seen.moving += 1;
      requestAnimationFrame(look);
    };
    look();
  });
  await two.move('e4d5');
  await two.seesMoves(1);
  await expect(two.page.getByTestId('explosion')).toHaveCount(0);
  const seen = await two.page.evaluate(() => (window as unknown as { seen: Record<string, number> }).seen);
  expect(seen.frames).toBeGreaterThan(0);
  expect(seen.moving).toBe(0);
});

test('in forced colours the squares and what is chosen can be told apart', async ({ person }) => {
  const me = await person({ forcedColors: 'active' });
  await me.open('/');
  const outline = (chosen: boolean) =>
    me.page
      .locator(`.segments label${chosen ? '.chosen' : ':not(.chosen)'}`)
      .first()
      .evaluate((node) => getComputedStyle(node).outlineStyle);
  expect(await outline(true)).toBe('solid');
  expect(await outline(false)).toBe('none');
  await me.makeGame(HERE);
  await me.click('e2');
  await expect(me.page.locator('.board square.move-dest').first()).toBeAttached();
  const seen = await me.page.evaluate(() => {
    const image = (selector: string): string => {
      const node = document.querySelector(selector);
      return node ? getComputedStyle(node).backgroundImage : '';
    };
    return [image('.board cg-board'), image('.board square.move-dest')];
  });
  for (const image of seen) expect(image).toContain('gradient');
});

test('a name from right to left stays in its place', async ({ person }) => {
  const [ana, rui] = [await person(), await person()];
  await ana.page.request.put('/api/me', { data: { nickname: 'שרה (לוי) 7' } });
  await rui.page.request.put('/api/me', { data: { nickname: 'نور' } });
  const [white, black] = await seated(ana, rui, {
    variant: 'chess',
    time: { type: 'clock', baseSeconds: 300, incrementSeconds: 3 },
  });
  for (const one of [white, black]) {
    for (const color of ['white', 'black']) {
      const bar = one.page.getByTestId(`player-${color}`);
      const [disc, name, clock] = [
        await bar.locator('.disc').boundingBox(),
        await bar.locator('.name').boundingBox(),
        await bar.getByRole('timer').boundingBox(),
      ];
      expect(disc && name && clock && disc.x < name.x && name.x < clock.x).toBe(true);
    }
  }
  await ana.page.getByPlaceholder('Say something').fill('שלום 1-0!');
  await ana.page.getByPlaceholder('Say something').press('Enter');
  const line = rui.page.getByRole('log').locator('p').last();
  await expect(line).toContainText('שלום 1-0!');
  const [author, words] = [
    await line.locator('bdi').first().boundingBox(),
    await line.locator('bdi').last().boundingBox(),
  ];
  expect(author && words && author.x < words.x).toBe(true);
});

test('three browsers in one lobby: one gets the seat, and the other is told', async ({ person }) => {
  const [ana, rui, eva] = [await person(), await person(), await person()];
  await ana.page.request.put('/api/me', { data: { nickname: 'Ana Três' } });
  await ana.makeGame({ variant: 'atomic', opponent: { type: 'lobby' }, time: { type: 'none' } });
  const offer = (who: Person) => who.page.getByRole('button', { name: /against Ana Três/ });
  // Eva hears nothing of what happens to the list, so she still sees the game that is taken.
  await eva.page.routeWebSocket('**/ws', (socket) => {
    const server = socket.connectToServer();
    let heard = 0;
    server.onMessage((message) => {
      if (String(message).includes('lobbyChanged') && heard > 0) return;
      heard += 1;
      socket.send(message);
    });
  });
  for (const who of [rui, eva]) {
    await who.open('/');
    await expect(offer(who)).toBeVisible();
  }
  await offer(rui).click();
  await expect(rui.status()).toContainText('White to move');
  await expect(ana.status()).toContainText('White to move');
  eva.forgives(/409/);
  await offer(eva).click();
  await expect(eva.page.getByRole('alert')).toContainText('Somebody else was quicker');
});
