// What a reader chooses for the board, and that it is remembered.
import { expect, expectAccessible, seated, test, type Person } from './fixtures';

const HERE = { variant: 'chess', opponent: { type: 'hotSeat' }, time: { type: 'none' } } as const;

const settings = async (me: Person, name = 'Settings') => {
  await me.button(name).click();
  return me.page.getByRole('dialog', { name });
};
const squareColors = (me: Person) =>
  me.page
    .locator('.board cg-board')
    .first()
    .evaluate((node) => getComputedStyle(node).backgroundImage);

for (const [look, name, options] of [
  ['light, English', 'Settings', { locale: 'en-US', colorScheme: 'light', viewport: { width: 1280, height: 800 } }],
  ['dark, phone', 'Preferências', { locale: 'pt-BR', colorScheme: 'dark', viewport: { width: 390, height: 844 } }],
  ['light, sideways', 'Preferências', { locale: 'pt-BR', viewport: { width: 844, height: 390 } }],
] as const) {
  test(`the settings can be read and closed by everyone: ${look}`, async ({ person }) => {
    const me = await person(options);
    await me.open('/');
    const dialog = await settings(me, name);
    await expect(dialog).toBeVisible();
    await expectAccessible(me);
    const box = await dialog.boundingBox();
    expect((box?.height ?? 0) + (box?.y ?? 0)).toBeLessThanOrEqual(options.viewport.height);
    expect((box?.width ?? 0) + (box?.x ?? 0)).toBeLessThanOrEqual(options.viewport.width);
    await me.page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(me.button(name)).toBeFocused();
  });
}

test('fifteen boards and several sets of pieces, at once and after a reload', async ({ person }) => {
  const two = await person();
  await two.makeGame(HERE);
  const brown = await squareColors(two);
  const dialog = await settings(two);
  await expect(dialog.getByRole('group', { name: 'Board colours' }).getByRole('radio')).toHaveCount(15);
  await dialog.getByTitle('Green fields').click();
  const green = await squareColors(two);
  expect(green).not.toBe(brown);
  expect(green).toContain('rgb(80, 157, 52)');
  const sets = dialog.getByRole('group', { name: 'Pieces' }).getByRole('radio');
  expect(await sets.count()).toBeGreaterThanOrEqual(3);
  const king = () =>
    two.page
      .locator('.board piece.white.king')
      .first()
      .evaluate((node) => getComputedStyle(node).backgroundImage);
  const seen = [await king()];
  for (let set = 1; set < (await sets.count()); set += 1) {
    await sets.nth(set).check({ force: true });
    await expect.poll(king).not.toBe(seen.at(-1));
    seen.push(await king());
  }
  expect(new Set(seen).size).toBe(seen.length);
  await two.page.reload();
  await expect.poll(king).toBe(seen.at(-1));
  expect(await squareColors(two)).toBe(green);
});

test('pieces that cannot be loaded are told, after the page was loaded once more', async ({ person }) => {
  const two = await person({ serviceWorkers: 'block' });
  await two.makeGame(HERE);
  await two.page.route(/\/assets\/merida-/, (route) => route.abort('connectionrefused'));
  const first = await settings(two);
  const loaded = two.page.waitForEvent('load');
  await first.getByText('Merida').click();
  await loaded;
  const dialog = await settings(two);
  await dialog.getByText('Pirouetti').click();
  await expect(two.page.locator(':root[data-pieces="pirouetti"]')).toBeAttached();
  await dialog.getByText('Merida').click();
  await expect(dialog.getByRole('alert')).toContainText('could not be loaded');
  // The board goes on with the pieces that it has.
  await expect(two.page.locator(':root[data-pieces="pirouetti"]')).toBeAttached();
});

test('coordinates inside, beside the board, or none', async ({ person }) => {
  const two = await person();
  await two.makeGame(HERE);
  const rank = two.page.locator('.board coords.ranks coord').first();
  const isInside = async () => {
    const [coord, board] = [await rank.boundingBox(), await two.page.locator('.board').boundingBox()];
    return (coord?.x ?? 0) >= (board?.x ?? 0);
  };
  expect(await isInside()).toBe(true);
  const dialog = await settings(two);
  await dialog.getByLabel('Coordinates').selectOption('outside');
  await expect.poll(isInside).toBe(false);
  await dialog.getByLabel('Coordinates').selectOption('none');
  await expect(rank).toBeHidden();
  await dialog.getByRole('button', { name: 'Close' }).click();
  // The squares are where they seem to be.
  await two.move('e2e4');
  await two.seesMoves(1);
});

test('moves are written with the letters of the language, with English ones, or with figurines', async ({ person }) => {
  const two = await person({ locale: 'pt-BR' });
  await two.makeGame(HERE);
  await two.type('♘f3');
  await two.seesMoves(1);
  const first = two.page.locator('[data-ply="1"]');
  await expect(first).toHaveText('Cf3');
  await expect(two.page.getByTestId('spoken')).toContainText('jogam Cf3');
  const dialog = await settings(two, 'Preferências');
  await dialog.getByLabel('Lances escritos com').selectOption('english');
  await expect(first).toHaveText('Nf3');
  await dialog.getByLabel('Lances escritos com').selectOption('figurine');
  await expect(first).toHaveText('♘f3');
});

test('a move is asked about before it is played, if wanted', async ({ person }) => {
  const two = await person();
  await two.makeGame({ ...HERE, variant: 'atomic' });
  const dialog = await settings(two);
  await dialog.getByLabel('Ask before every move is played').check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await two.move('e2e4');
  await two.expectOn('e4', 'white pawn');
  await expect(two.button('Play this move')).toBeFocused();
  expect((await two.game()).moves).toHaveLength(0);
  await two.page.keyboard.press('Escape');
  await two.expectOn('e2', 'white pawn');
  await two.move('d2d4');
  await expect(two.button('Play this move')).toBeFocused();
  await two.page.keyboard.press('Enter');
  await two.seesMoves(1);
  expect((await two.game()).moves.map(({ uci }) => uci)).toEqual(['d2d4']);
  // A capture explodes when it is played, not when it is asked about.
  await two.move('e7e5');
  await two.button('Play this move').click();
  await two.seesMoves(2);
  await two.move('d4e5');
  await two.expectOn('e5', 'white pawn');
  await expect(two.page.getByTestId('explosion')).toHaveCount(0);
  await two.button('Play this move').click();
  await expect(two.page.getByTestId('explosion')).toBeVisible();
  await two.seesMoves(3);
  await two.expectOn('e5', 'empty');
});

test('two at one screen may have the board turned to whoever moves', async ({ person }) => {
  const two = await person();
  await two.makeGame(HERE);
  const dialog = await settings(two);
  await dialog.getByLabel(/turn the board/).check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const first = two.page.locator('[data-square]').first();
  await expect(first).toHaveAttribute('data-square', 'a8');
  await two.move('e2e4');
  await two.seesMoves(1);
  await expect(first).toHaveAttribute('data-square', 'h1');
  await two.move('e7e5');
  await two.seesMoves(2);
  await expect(first).toHaveAttribute('data-square', 'a8');
});

test('who is ahead in material is shown, and may be hidden', async ({ person }) => {
  const two = await person();
  await two.makeGame({ ...HERE, setup: '4k3/8/8/3q4/4P3/8/8/4K2R w - - 0 1' });
  await expect(two.page.getByTestId('ahead-black')).toContainText('+3');
  await expect(two.page.getByTestId('ahead-white')).toHaveCount(0);
  await two.move('e4d5');
  await two.seesMoves(1);
  await expect(two.page.getByTestId('ahead-white')).toContainText('+6');
  await two.page.locator('main').press('ArrowLeft');
  await expect(two.page.getByTestId('ahead-black')).toContainText('+3');
  const dialog = await settings(two);
  await dialog.getByLabel('Show who is ahead in material').uncheck();
  await expect(two.page.getByTestId('ahead-black')).toHaveCount(0);
});

test('pieces slide as fast as the reader wants', async ({ person }) => {
  const [ana, rui] = [await person(), await person()];
  const [white, black] = await seated(ana, rui, { variant: 'chess', time: { type: 'none' } });
  const watched = async (speed: string) => {
    const dialog = await settings(black);
    await dialog.getByLabel('Piece movement').selectOption(speed);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await black.page.evaluate(() => {
      const seen = { frames: 0 };
      Object.assign(window, { seen });
      const look = (): void => {
        if (document.querySelector('.board piece.anim')) seen.frames += 1;
        requestAnimationFrame(look);
      };
      look();
    });
  };
  const frames = () => black.page.evaluate(() => (window as unknown as { seen: { frames: number } }).seen.frames);
  await watched('none');
  await white.move('e2e4');
  await black.seesMoves(1);
  await black.move('e7e5');
  await white.seesMoves(2);
  expect(await frames()).toBe(0);
  await watched('slow');
  await white.move('g1f3');
  await black.seesMoves(3);
  await expect.poll(frames).toBeGreaterThan(0);
});
