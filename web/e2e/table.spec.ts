// The board and what lies around it: sizes, places that are kept, and marks.
import { expect, seated, test, type Person } from './fixtures';

const HERE = { opponent: { type: 'hotSeat' }, time: { type: 'none' } } as const;

for (const [look, viewport, board] of [
  ['at 200 % zoom', { width: 640, height: 400 }, 320],
  ['on a phone held sideways', { width: 844, height: 390 }, 310],
] as const) {
  test(`the board gets the height, and everything else is beside it: ${look}`, async ({ person }) => {
    const [ana, rui] = [await person({ viewport }), await person()];
    await ana.page.request.put('/api/me', { data: { nickname: 'Maria Aparecida' } });
    await rui.page.request.put('/api/me', { data: { nickname: 'Sebastiana da Luz' } });
    const [white, black] = await seated(ana, rui, {
      variant: 'atomic',
      time: { type: 'clock', baseSeconds: 300, incrementSeconds: 3 },
    });
    await white.move('e2e4');
    await black.seesMoves(1);
    await black.move('d7d5');
    await white.seesMoves(2);
    const box = await ana.page.locator('.board').boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(board);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    // Nothing lies over a button, and none is cut off by what it stands in.
    const buttons = ana.page.getByRole('group', { name: 'What you can do' }).getByRole('button');
    expect(await buttons.count()).toBeGreaterThanOrEqual(5);
    for (const button of await buttons.all()) {
      const inReach = await button.evaluate((node) => {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        const corners = [
          [left + 4, top + 4],
          [right - 4, bottom - 4],
        ] as const;
        return corners.every(([x, y]) => node.contains(document.elementFromPoint(x, y)));
      });
      expect(inReach, (await button.textContent()) ?? '').toBe(true);
    }
    for (const name of await ana.page.locator('.bar .name').all()) {
      // Wide enough for eight letters, or for the whole name.
      const [shown, wide] = await name.evaluate((node) => {
        const probe = document.createElement('span');
        probe.textContent = node.textContent.slice(0, 8);
        node.append(probe);
        const width = probe.getBoundingClientRect().width;
        probe.remove();
        return [node.clientWidth, width];
      });
      expect(shown).toBeGreaterThanOrEqual(Math.floor(wide));
    }
    expect(await ana.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  });
}

test('who looks back is at the game again when a move comes, on request, and when they try to move', async ({
  person,
}) => {
  const [white, black] = await seated(await person(), await person(), { variant: 'chess', time: { type: 'none' } });
  await white.move('e2e4');
  await black.seesMoves(1);
  await black.move('e7e5');
  await white.seesMoves(2);
  await black.page.locator('main').press('ArrowUp');
  await black.expectOn('e2', 'white pawn');
  await white.move('g1f3');
  await black.expectOn('f3', 'white knight');

  await black.page.locator('main').press('ArrowUp');
  await black.expectOn('g1', 'white knight');
  await black.button('Back to the game').click();
  await black.expectOn('f3', 'white knight');
  await expect(black.button('Back to the game')).toHaveCount(0);

  await black.page.locator('main').press('ArrowUp');
  await black.expectOn('g1', 'white knight');
  await black.click('b8');
  await black.expectOn('f3', 'white knight');
  await black.click('c6');
  await white.seesMoves(4);
});

test('the move list has the height, keeps the last move in sight, and at one screen nobody chats', async ({
  person,
}) => {
  const viewport = { width: 1280, height: 800 };
  const me = await person({ viewport });
  await me.makeGame({
    variant: 'chess',
    opponent: { type: 'computer', level: 1, color: 'white' },
    time: { type: 'perMove', seconds: 180 },
  });
  await me.move('e2e4');
  await me.seesMoves(2);
  const row = await me.page.locator('.list li').first().boundingBox();
  const list = await me.page.locator('.list').boundingBox();
  expect((list?.height ?? 0) / (row?.height ?? 1)).toBeGreaterThanOrEqual(8);

  const two = await person({ viewport });
  await two.makeGame({ ...HERE, variant: 'chess' });
  await expect(two.page.getByRole('log')).toHaveCount(0);
  const shuffle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
  for (let ply = 0; ply < 8; ply += 1) {
    await two.move(shuffle[ply % 4] ?? '');
    await two.seesMoves(Math.min(ply + 1, 8));
  }
  await expect(two.page.getByTestId('ending')).toBeVisible();
  await expect(two.page.locator('[data-ply="8"]')).toBeInViewport({ ratio: 1 });
});

test('a long game’s last move is in sight after the end', async ({ person }) => {
  const two = await person({ viewport: { width: 1280, height: 800 } });
  await two.makeGame({ ...HERE, variant: 'chess' });
  const moves =
    'e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7 Nbd2 cxd4 cxd4 Nc6'.split(' ');
  for (const [index, move] of moves.entries()) {
    await two.type(move);
    await two.seesMoves(index + 1);
  }
  await two.button('Resign').click();
  await two.button('Really resign?').click();
  await expect(two.page.getByTestId('ending')).toBeVisible();
  await expect(two.page.locator(`[data-ply="${moves.length}"]`)).toBeInViewport({ ratio: 1 });
  const seen = await two.page.locator('.list').evaluate((list) => {
    const last = list.querySelector('[data-ply="26"]')?.getBoundingClientRect();
    const frame = list.getBoundingClientRect();
    return last !== undefined && last.top >= frame.top - 1 && last.bottom <= frame.bottom + 1;
  });
  expect(seen).toBe(true);
});

const placeOf = async (who: Person, name: string) => {
  const box = await who.button(name).boundingBox();
  return box && { x: Math.round(box.x), y: Math.round(box.y) };
};

test('offers, blast warnings and notices never move a button', async ({ person }) => {
  const [white, black] = await seated(await person(), await person(), { variant: 'atomic', time: { type: 'none' } });
  for (const [index, move] of ['e2e4', 'd7d5'].entries()) {
    await (index % 2 === 0 ? white : black).move(move);
    await white.seesMoves(index + 1);
    await black.seesMoves(index + 1);
  }
  const before = await placeOf(white, 'Resign');
  await white.click('e4');
  const { x, y } = await white.spot('d5');
  await white.page.mouse.move(x, y);
  await expect(white.page.getByTestId('blast')).toBeVisible();
  expect(await placeOf(white, 'Resign')).toEqual(before);

  await white.click('e4');
  await white.type('Ke4');
  await expect(white.notice()).toBeVisible();
  expect(await placeOf(white, 'Resign')).toEqual(before);

  await black.button('Draw').click();
  await expect(white.page.getByText('offers a draw')).toBeVisible();
  expect(await placeOf(white, 'Resign')).toEqual(before);
  await white.button('Decline').click();
  await expect(black.notice()).toContainText('declined');
  expect(await placeOf(white, 'Resign')).toEqual(before);
});

test('no warning stays above the result, and no threat on a king that is gone', async ({ person }) => {
  const two = await person();
  await two.makeGame({
    ...HERE,
    variant: 'atomic',
    setup: 'rnbqkbnr/pppp1ppp/8/4p1N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1',
  });
  await expect(two.page.locator('square.threat:visible')).toHaveCount(1);
  await two.type('Ng9');
  await expect(two.notice()).toBeVisible();
  // Whenever a king is seen to explode, no threat is marked: looked at in every frame until it is over.
  await two.page.evaluate(() => {
    const seen = { frames: 0, threats: 0 };
    Object.assign(window, { seen });
    const look = (): void => {
      if (document.querySelector('[data-testid="explosion"]')) {
        seen.frames += 1;
        const marks = [...document.querySelectorAll<HTMLElement>('square.threat')];
        seen.threats += marks.filter(({ style }) => style.display !== 'none').length;
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await two.move('g5f7');
  await expect(two.page.getByTestId('ending')).toBeVisible();
  await expect(two.notice()).toHaveCount(0);
  await expect(two.page.locator('square.threat:visible')).toHaveCount(0);
  // The result may be told while the piece is still on its way: the explosion comes after it.
  const seen = () => two.page.evaluate(() => (window as unknown as { seen: Record<string, number> }).seen);
  await expect.poll(async () => (await seen()).frames).toBeGreaterThan(0);
  await expect(two.page.getByTestId('explosion')).toHaveCount(0);
  expect((await seen()).threats).toBe(0);

  const eva = await person();
  await eva.makeGame({ ...HERE, variant: 'chess' });
  for (const [index, move] of ['e2e4', 'e7e5'].entries()) {
    await eva.move(move);
    await eva.seesMoves(index + 1);
  }
  await eva.type('Ke9');
  await expect(eva.notice()).toBeVisible();
  await eva.button('Resign').click();
  await eva.button('Really resign?').click();
  await expect(eva.page.getByTestId('ending')).toBeVisible();
  await expect(eva.notice()).toHaveCount(0);
});

test('the question to touch again never lies over the blast it asks about', async ({ person }) => {
  const upright = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const sideways = await person({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });
  for (const two of [upright, sideways]) await asksBesideTheBlast(two);
});

async function asksBesideTheBlast(two: Person): Promise<void> {
  for (const [setup, from, to] of [
    ['4k3/8/8/8/8/8/3p4/K2R4 w - - 0 1', 'd1', 'd2'],
    ['3rk3/8/8/8/8/8/8/K2R4 w - - 0 1', 'd1', 'd8'],
  ] as const) {
    await two.makeGame({ ...HERE, variant: 'atomic', setup });
    for (const square of [from, to]) {
      const { x, y } = await two.spot(square);
      await two.page.touchscreen.tap(x, y);
    }
    const pill = await two.page.getByText('Tap again to capture').boundingBox();
    if (!pill) throw new Error('nothing asks to touch again');
    const marks = await two.page.locator('square.blast:visible, square.blast-king:visible').all();
    expect(marks.length).toBeGreaterThan(1);
    for (const mark of marks) {
      const box = await mark.boundingBox();
      if (!box) throw new Error('a mark that cannot be seen');
      const apart =
        pill.y + pill.height <= box.y + 1 ||
        pill.y >= box.y + box.height - 1 ||
        pill.x + pill.width <= box.x ||
        pill.x >= box.x + box.width;
      expect(apart, `the pill at ${pill.y} and the blast at ${box.y}`).toBe(true);
    }
  }
}

test('what is black can be seen in the dark', async ({ person }) => {
  const two = await person({ colorScheme: 'dark' });
  await two.makeGame({ ...HERE, variant: 'chess' });
  for (const [index, move] of ['e2e4', 'd7d5', 'e4d5'].entries()) {
    await two.move(move);
    await two.seesMoves(index + 1);
  }
  const contrast = await two.page.evaluate(() => {
    const light = (color: string): number => {
      const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => Number(part) / 255);
      const linear = (part: number) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
      return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    };
    const between = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const fill = (selector: string): string => {
      const node = document.querySelector(selector);
      return node ? getComputedStyle(node).backgroundColor : '';
    };
    return {
      disc: between(light(fill('.bar .disc.black')), light(fill('body'))),
      // The pieces are black on the ground of their list.
      piece: between(light(fill('[data-testid="player-black"] .lost li')), 0),
    };
  });
  expect(contrast.disc).toBeGreaterThanOrEqual(3);
  expect(contrast.piece).toBeGreaterThanOrEqual(3);
});

test('the clock of a quick game is red near its end only', async ({ person }) => {
  const two = await person();
  await two.makeGame({ ...HERE, variant: 'chess', time: { type: 'perMove', seconds: 10 } });
  const clock = two.page.getByTestId('clock-white');
  await expect(clock).toHaveClass(/runs/);
  await expect(clock).not.toHaveClass(/low/);
  await expect(clock).toHaveClass(/low/, { timeout: 15_000 });
});

test('the keyboard starts in front of one’s own king', async ({ person }) => {
  const me = await person();
  await me.makeGame({
    variant: 'chess',
    opponent: { type: 'computer', level: 1, color: 'black' },
    time: { type: 'none' },
  });
  await me.seesMoves(1);
  await expect(me.page.locator('[data-square][tabindex="0"]')).toHaveAttribute('data-square', 'e7');
});

test('a server that cannot be reached is not called busy', async ({ person }) => {
  const me = await person();
  await me.open('/');
  // Against the computer one plays without a server; for a game with a friend there must be one.
  await me.page.getByText('A friend', { exact: true }).click();
  await expect(me.button('Make a link')).toBeEnabled();
  await me.page.context().setOffline(true);
  await me.button('Make a link').click();
  await expect(me.page.getByText('The server cannot be reached. Check your connection')).toBeVisible();
  await me.page.context().setOffline(false);
});

for (const [look, viewport] of [
  ['desktop', { width: 1280, height: 800 }],
  ['phone', { width: 390, height: 844 }],
  ['sideways', { width: 844, height: 390 }],
] as const) {
  test(`the folded talk begins with a whole line: ${look}`, async ({ person }) => {
    const [me, other] = await seated(await person({ viewport }), await person({ viewport }), {
      variant: 'chess',
      time: { type: 'none' },
    });
    const log = me.page.getByRole('log');
    const field = other.page.getByPlaceholder('Say something');
    for (const words of [
      'hello',
      'a first move is the hardest of all, as everybody knows who has ever made one',
      'yes',
    ]) {
      await field.fill(words);
      await field.press('Enter');
      await expect(log.locator('p').last()).toContainText(words);
    }
    // Every line is either wholly above the edge, or wholly below it.
    const cut = await log.evaluate((node) => {
      const edge = node.getBoundingClientRect().top;
      const range = document.createRange();
      return [...node.querySelectorAll('p')].flatMap((line) => {
        range.selectNodeContents(line);
        return [...range.getClientRects()].filter(({ top, bottom }) => top < edge - 1 && bottom > edge + 1).length;
      });
    });
    expect(cut.filter((count) => count > 0)).toEqual([]);
    const { top, bottom } = await log.evaluate((node) => {
      const last = [...node.querySelectorAll('p')].at(-1)?.getBoundingClientRect();
      return { top: (last?.top ?? 0) - node.getBoundingClientRect().top, bottom: last?.bottom ?? 0 };
    });
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeGreaterThan(0);
  });
}
