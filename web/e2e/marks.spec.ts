// What can be done at the board beside moving: drawing, stepping, resizing, hiding the rest.
import { expect, seated, test, type Person } from './fixtures';

const HERE = { variant: 'chess', opponent: { type: 'hotSeat' }, time: { type: 'none' } } as const;

const rightDrag = async (me: Person, from: string, to: string) => {
  const [start, end] = [await me.spot(from), await me.spot(to)];
  await me.page.mouse.move(start.x, start.y);
  await me.page.mouse.down({ button: 'right' });
  await me.page.mouse.move(end.x, end.y, { steps: 4 });
  // The board draws with the frames.
  await me.page.evaluate(() => new Promise(requestAnimationFrame));
  await me.page.evaluate(() => new Promise(requestAnimationFrame));
  await me.page.mouse.up({ button: 'right' });
};
const arrows = (me: Person) => me.page.locator('.board .cg-shapes g line');
const circles = (me: Person) => me.page.locator('.board .cg-shapes g circle');

test('arrows and circles are drawn with the right button, and go with a click or a move', async ({ person }) => {
  const two = await person();
  await two.makeGame(HERE);
  await rightDrag(two, 'g1', 'f3');
  await expect(arrows(two)).toHaveCount(1);
  await rightDrag(two, 'e4', 'e4');
  await expect(circles(two)).toHaveCount(1);
  // What lies under the mouse, and what a screen reader walks over, changes nothing.
  const { x, y } = await two.spot('c3');
  await two.page.mouse.move(x, y);
  await expect(arrows(two)).toHaveCount(1);
  await two.click('a5');
  await expect(arrows(two)).toHaveCount(0);
  await expect(circles(two)).toHaveCount(0);
  await rightDrag(two, 'd2', 'd4');
  await expect(arrows(two)).toHaveCount(1);
  await two.type('e4');
  await two.seesMoves(1);
  await expect(arrows(two)).toHaveCount(0);
});

test('drawing while looking back stays there', async ({ person }) => {
  const two = await person();
  await two.makeGame(HERE);
  await two.move('e2e4');
  await two.seesMoves(1);
  await two.page.locator('main').press('ArrowLeft');
  await two.expectOn('e2', 'white pawn');
  await rightDrag(two, 'e2', 'e4');
  await expect(arrows(two)).toHaveCount(1);
  await two.expectOn('e2', 'white pawn');
});

test('a premove is taken back by the right button, by a click elsewhere and by Escape', async ({ person }) => {
  const [white, black] = await seated(await person(), await person(), { variant: 'chess', time: { type: 'none' } });
  const premoved = black.page.locator('square.current-premove:visible');
  for (const cancel of [
    async () => {
      const { x, y } = await black.spot('a5');
      await black.page.mouse.click(x, y, { button: 'right' });
    },
    () => black.click('a5'),
    async () => {
      await black.page.locator('[data-square="e7"]').focus();
      await black.page.keyboard.press('Escape');
    },
  ]) {
    await black.move('e7e5');
    await expect(premoved).toHaveCount(2);
    await cancel();
    await expect(premoved).toHaveCount(0);
  }
  await white.move('e2e4');
  await black.seesMoves(1);
  await expect(black.status()).toHaveText('Your turn: Black to move.');
  expect((await black.game()).moves).toHaveLength(1);
});

test('the wheel over the board walks through the game', async ({ person }) => {
  const two = await person();
  await two.makeGame(HERE);
  for (const [index, move] of ['e2e4', 'e7e5', 'g1f3'].entries()) {
    await two.move(move);
    await two.seesMoves(index + 1);
  }
  const { x, y } = await two.spot('d5');
  await two.page.mouse.move(x, y);
  await two.page.mouse.wheel(0, -100);
  await two.expectOn('g1', 'white knight');
  await two.page.mouse.wheel(0, -100);
  await two.expectOn('e7', 'black pawn');
  await two.page.mouse.wheel(0, 100);
  await two.expectOn('e5', 'black pawn');
  await two.page.mouse.wheel(0, 100);
  await two.expectOn('f3', 'white knight');
});

test('the board is made smaller by its corner, by keys too, and stays so', async ({ person }) => {
  const two = await person({ viewport: { width: 1280, height: 800 } });
  await two.makeGame(HERE);
  const width = async () => (await two.page.locator('.board').boundingBox())?.width ?? 0;
  const whole = await width();
  const corner = two.page.getByRole('slider', { name: 'Size of the board' });
  const box = await corner.boundingBox();
  if (!box) throw new Error('there is no corner');
  await two.page.mouse.move(box.x + 16, box.y + 16);
  await two.page.mouse.down();
  await two.page.mouse.move(box.x - 100, box.y - 100, { steps: 5 });
  await two.page.mouse.up();
  const smaller = await width();
  expect(smaller).toBeLessThan(whole - 80);
  await two.page.reload();
  await expect.poll(width).toBe(smaller);
  await two.move('e2e4');
  await two.seesMoves(1);
  await corner.focus();
  for (let step = 0; step < 12; step += 1) await two.page.keyboard.press('ArrowRight');
  await expect.poll(width).toBe(whole);
});

test('zen leaves the board, the clocks and what has to be answered', async ({ person }) => {
  const [white, black] = await seated(await person(), await person(), {
    variant: 'chess',
    time: { type: 'clock', baseSeconds: 300, incrementSeconds: 3 },
  });
  await white.move('e2e4');
  await black.seesMoves(1);
  await black.move('e7e5');
  await white.seesMoves(2);
  await white.page.locator('main').press('z');
  await expect(white.page.getByRole('navigation')).toBeHidden();
  await expect(white.page.getByRole('log')).toBeHidden();
  await expect(white.page.getByTestId('clock-white')).toBeVisible();
  await black.button('Draw').click();
  await expect(white.button('Accept')).toBeInViewport({ ratio: 1 });
  await white.button('Decline').click();
  await white.button('Zen mode: the board alone').click();
  await expect(white.page.getByRole('navigation')).toBeVisible();
});

test('the game can have the whole screen', async ({ person }) => {
  const two = await person();
  await two.makeGame(HERE);
  await two.button('Full screen').click();
  await expect.poll(() => two.page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await two.button('Full screen').click();
  await expect.poll(() => two.page.evaluate(() => document.fullscreenElement !== null)).toBe(false);
});
