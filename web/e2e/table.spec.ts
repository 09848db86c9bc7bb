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
    const actions = await ana.page.getByRole('group', { name: 'What you can do' }).boundingBox();
    expect((actions?.y ?? 0) + (actions?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
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
