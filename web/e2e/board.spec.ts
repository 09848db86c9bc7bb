import { expect, test } from './fixtures';

const HERE = { opponent: { type: 'hotSeat' }, time: { type: 'none' } } as const;

test('two at one screen play a game to checkmate and take a move back', async ({ person }) => {
  const two = await person();
  await two.open('/');
  await two.page.getByText('Classic chess', { exact: true }).click();
  await two.page.getByText('Pass and play').click();
  await two.button('Play').click();
  await expect(two.status()).toHaveText('White to move.');
  for (const [index, move] of ['e2e4', 'e7e5', 'd1h5', 'b8c6', 'f1c4', 'g8f6'].entries()) {
    await two.move(move);
    await two.seesMoves(index + 1);
  }
  await two.button('Take back').click();
  await two.seesMoves(5);
  await two.move('d7d6');
  await two.seesMoves(6);
  await two.type('Qxf7');
  await expect(two.page.getByTestId('ending')).toContainText('White won');
  await expect(two.page.getByTestId('ending')).toContainText('by checkmate');
  await expect(two.page.getByTestId('player-black').getByRole('listitem')).toHaveText(/1 pawn/);
});

test('a pawn becomes what its player chooses', async ({ person }) => {
  const two = await person();
  await two.makeGame({ ...HERE, variant: 'chess', setup: '8/P6k/8/8/8/8/8/K7 w - - 0 1' });
  await two.click('a7');
  await two.click('a8');
  const picker = two.page.getByRole('dialog', { name: 'What does the pawn become?' });
  await expect(picker.getByRole('button', { name: 'queen' })).toBeFocused();
  await two.page.keyboard.press('Escape');
  await expect(picker).toHaveCount(0);
  await two.expectOn('a7', 'white pawn');
  await two.move('a7a8n');
  await two.seesMoves(1);
  await two.expectOn('a8', 'white knight');
});

test('a blast is shown before the capture, in red with a king in it, and then explodes', async ({ person }) => {
  const two = await person();
  await two.makeGame({ ...HERE, variant: 'atomic', setup: '4k3/8/2n1b3/2pp4/4P3/8/7r/4K1N1 w - - 0 1' });
  await two.click('e4');
  const { x, y } = await two.spot('d5');
  await two.page.mouse.move(x, y);
  await expect(two.page.getByTestId('blast')).toContainText(
    'This explosion takes: black knight c6, black bishop e6, black pawn d5, white pawn e4.',
  );
  await expect(two.page.locator('square.blast:visible')).toHaveCount(4);
  await two.page.mouse.click(x, y);
  await expect(two.page.getByTestId('explosion')).toBeVisible();
  await two.seesMoves(1);
  await two.expectOn('c6', 'empty');
  await two.expectOn('c5', 'black pawn');
  await expect(two.page.getByTestId('explosion')).toHaveCount(0);
  await expect(two.page.getByTestId('player-black').getByRole('list')).toContainText('1 knight');

  await two.makeGame({
    ...HERE,
    variant: 'atomic',
    setup: 'rnbqkbnr/pppp1ppp/8/4p1N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1',
  });
  await two.click('g5');
  const f7 = await two.spot('f7');
  await two.page.mouse.move(f7.x, f7.y);
  await expect(two.page.getByTestId('blast')).toContainText('This explosion takes a king');
  await expect(two.page.locator('square.blast-king:visible').first()).toBeVisible();
  await two.page.mouse.click(f7.x, f7.y);
  await expect(two.page.getByTestId('ending')).toContainText('Black’s king exploded');
});

test('a refused move says why, by mouse, by hand and in writing', async ({ person }) => {
  const two = await person();
  await two.makeGame({ ...HERE, variant: 'atomic', setup: '4k3/8/8/8/8/8/3Rp3/4K3 w - - 0 1' });
  await two.move('d2e2');
  await expect(two.notice()).toContainText('Your own king would explode.');
  await two.drag('d2e5');
  await expect(two.notice()).toContainText('A rook does not move like that.');
  await two.type('Kxe2');
  await expect(two.notice()).toContainText('A king never captures');
  await two.type('hello');
  await expect(two.notice()).toContainText('“hello” is not a move');
  await two.button('Close').click();
  await expect(two.notice()).toHaveCount(0);
  await two.expectOn('d2', 'white rook');
  await two.move('d2d8');
  await two.seesMoves(1);
});

test('the page says why a king may stand where it stands', async ({ person }) => {
  const two = await person();
  await two.makeGame({ ...HERE, variant: 'atomic', setup: '8/8/3k4/8/3K4/8/P7/6q1 w - - 0 1' });
  await expect(two.status()).toContainText('Check!');
  await two.move('d4d5');
  await expect(two.page.getByText('The kings are touching')).toBeVisible();
  await two.makeGame({
    ...HERE,
    variant: 'atomic',
    setup: 'rnbqkbnr/pppp1ppp/8/4p1N1/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 1',
  });
  await expect(two.page.getByText('could explode the king on e8. In Atomic that is allowed')).toBeVisible();
});

test('everything by keyboard, and every move is announced', async ({ person }) => {
  const two = await person();
  await two.makeGame({ ...HERE, variant: 'atomic' });
  await two.page.locator('[data-square="e2"]').focus();
  await two.page.keyboard.press('Enter');
  await two.expectOn('e2', 'white pawn, picked up');
  await two.page.keyboard.press('ArrowUp');
  await two.expectOn('e3', 'empty, can go here');
  await two.page.keyboard.press('ArrowUp');
  await two.page.keyboard.press('Enter');
  await two.seesMoves(1);
  await expect(two.page.getByTestId('spoken')).toHaveText('White plays e4, e2 to e4. Black to move.');
  await two.page.keyboard.press('Tab');
  await two.page.locator('main').press('m');
  await two.page.keyboard.type('d5');
  await two.page.keyboard.press('Enter');
  await two.seesMoves(2);
  await two.page.locator('[data-square="e4"]').focus();
  await two.page.keyboard.press('Enter');
  await two.page.keyboard.press('ArrowUp');
  await two.page.keyboard.press('ArrowLeft');
  await two.expectOn('d5', 'black pawn, can be captured; the explosion takes');
  await two.page.keyboard.press('Enter');
  await two.seesMoves(3);
  await expect(two.page.getByTestId('spoken')).toContainText('Explosion: 2 pieces gone.');
  await two.page.getByText('The board in words').click();
  await expect(two.page.getByText(/king e1, queen d1/)).toBeVisible();
  await two.page.locator('main').press('f');
  await two.page.locator('main').press('ArrowLeft');
  await two.expectOn('d5', 'black pawn');
});

test.describe('on a phone', () => {
  /** A real finger stays for a while; what the board does in between must not undo the touch. */
  const FINGER_DOWN_MS = 80;
  const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

  test('the board is as wide as the screen, and a capture by touch shows its blast first', async ({ person }) => {
    const two = await person(PHONE);
    await two.makeGame({ ...HERE, variant: 'atomic', setup: '4k3/8/2n1b3/2pp4/4P3/8/8/4K3 w - - 0 1' });
    await expect(two.status()).toHaveText('White to move.');
    const board = await two.page.locator('.board').boundingBox();
    expect(board?.width).toBeGreaterThan(380);
    const actions = await two.page.getByRole('group', { name: 'What you can do' }).boundingBox();
    expect((actions?.y ?? 0) + (actions?.height ?? 0)).toBeLessThanOrEqual(845);
    expect(await two.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

    const finger = await two.page.context().newCDPSession(two.page);
    const tap = async (square: string) => {
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [await two.spot(square)] });
      await two.page.waitForTimeout(FINGER_DOWN_MS);
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await tap('e4');
    await tap('d5');
    await expect(two.page.getByText('Tap again to capture')).toBeVisible();
    await expect(two.page.locator('square.blast:visible')).toHaveCount(4);
    expect((await two.game()).moves).toHaveLength(0);
    await tap('d5');
    await two.seesMoves(1);
  });
});
