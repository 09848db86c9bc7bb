// What is chosen before a game, and what stands in the way of it.
import { expect, test, type Person } from './fixtures';

const ownSetup = async (me: Person) => {
  await me.open('/');
  await me.page.getByText('Pawn Battle', { exact: true }).click();
  await me.page.getByText('Pass and play').click();
  await me.page.getByText('Your own').click();
  return me.page.getByRole('textbox', { name: 'Or paste a FEN' });
};

for (const [what, fen] of [
  ['a FEN that is refused', '8/3ppp2/8/8/8/8/3PP3/8 w - - 0 1'],
  ['nonsense', 'pawns please'],
  ['nothing', ''],
] as const) {
  test(`${what} cannot be played and starts no other setup`, async ({ person }) => {
    const me = await person();
    const field = await ownSetup(me);
    await field.fill(fen);
    await expect(me.page.getByTestId('setup-refusal')).toBeVisible();
    await expect(me.button('Play')).toBeDisabled();
    await field.press('Enter');
    await expect(me.page.getByRole('radio', { name: 'Complete' })).not.toBeChecked();
    await expect(me.page.getByRole('radio', { name: 'Your own' })).toBeChecked();
    const good = '8/3pp3/8/8/8/8/3PP3/8 w - - 0 1';
    await field.fill(good);
    await expect(me.button('Play')).toBeEnabled();
    await me.button('Play').click();
    await expect(me.status()).toHaveText('White to move.');
    expect((await me.game()).fens).toEqual([good]);
  });
}

test('a pasted position with Black to move starts with Black', async ({ person }) => {
  const me = await person();
  const field = await ownSetup(me);
  await field.fill('8/3pp3/8/8/8/8/3PP3/8 b - - 0 1');
  await field.press('Enter');
  await expect(field).toHaveValue(/ b - - 0 1$/);
  await expect(me.button('Play')).toBeEnabled();
  await me.button('Play').click();
  await expect(me.status()).toHaveText('Black to move.');
  expect((await me.game()).fens).toEqual(['8/3pp3/8/8/8/8/3PP3/8 b - - 0 1']);
});

for (const [minutes, seconds, isGood] of [
  ['-5', '3', false],
  ['0', '3', false],
  ['', '3', false],
  ['181', '3', false],
  ['5', '-1', false],
  ['5', '181', false],
  ['5', '', false],
  ['0.25', '0', true],
  ['180', '180', true],
] as const) {
  test(`a time of “${minutes}” minutes and “${seconds}” seconds is ${isGood ? 'taken' : 'refused while it is typed'}`, async ({
    person,
  }) => {
    const me = await person();
    await me.open('/');
    await me.page.getByText('Pass and play').click();
    await me.page.getByText('Other', { exact: true }).click();
    await me.page.getByText('Per game', { exact: true }).click();
    await me.page.getByLabel('Minutes each').fill(minutes);
    await me.page.getByLabel('Seconds added per move').fill(seconds);
    await expect(me.page.getByText(/up to 180 minutes/)).toBeVisible();
    if (isGood) {
      await me.button('Play').click();
      await expect(me.status()).toHaveText('White to move.');
      const { time } = await me.game();
      expect(time).toEqual({ type: 'clock', baseSeconds: Number(minutes) * 60, incrementSeconds: Number(seconds) });
    } else {
      // The server's bounds are the same.
      const [base, increment] = [Number(minutes || 'NaN') * 60, Number(seconds || 'NaN')];
      const asked = await me.page.request.post('/api/games', {
        data: {
          variant: 'chess',
          opponent: { type: 'hotSeat' },
          time: { type: 'clock', baseSeconds: base, incrementSeconds: increment },
        },
      });
      expect(asked.ok()).toBe(false);
      await expect(me.page.getByTestId('time-refusal')).toBeVisible();
      await expect(me.button('Play')).toBeDisabled();
    }
  });
}

const GAMES = ['atomic', 'chess', 'strictatomic', 'simpleatomic', 'pawnbattle'];

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 640, height: 400 },
]) {
  test(`one can play without scrolling, whatever the game, at ${viewport.width}×${viewport.height}`, async ({
    person,
  }) => {
    const me = await person({ viewport });
    await me.open('/');
    for (const game of GAMES) {
      await me.page.evaluate(() => scrollTo(0, 0));
      await me.page.locator(`input[name="variant"][value="${game}"]`).check({ force: true });
      await me.page.evaluate(() => scrollTo(0, 0));
      await expect(me.button('Play')).toBeInViewport({ ratio: 1 });
      // Nothing lies over it.
      const isFree = await me.button('Play').evaluate((node) => {
        const { left, top, width, height } = node.getBoundingClientRect();
        return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      expect(isFree, game).toBe(true);
    }
    expect(await me.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  });
}

for (const [name, time] of [
  ['3 minutes a move', { type: 'perMove', seconds: 180 }],
  ['1+0', { type: 'clock', baseSeconds: 60, incrementSeconds: 0 }],
  ['3+2', { type: 'clock', baseSeconds: 180, incrementSeconds: 2 }],
  ['5+3', { type: 'clock', baseSeconds: 300, incrementSeconds: 3 }],
  ['10+5', { type: 'clock', baseSeconds: 600, incrementSeconds: 5 }],
  ['No clock', { type: 'none' }],
] as const) {
  test(`a time of ${name} is one click`, async ({ person }) => {
    const me = await person();
    await me.open('/');
    await me.page.getByText('Pass and play').click();
    await me.page.getByText(name, { exact: true }).click();
    await me.button('Play').click();
    await expect(me.status()).toHaveText('White to move.');
    expect((await me.game()).time).toEqual(time);
  });
}

test('what was chosen last is chosen again', async ({ person }) => {
  const me = await person();
  await me.open('/');
  await me.page.getByText('Simple Atomic', { exact: true }).click();
  await me.page.getByText('Pass and play').click();
  await me.page.getByText('10+5', { exact: true }).click();
  await me.page.reload();
  await expect(me.page.getByRole('radio', { name: 'Simple Atomic' })).toBeChecked();
  await expect(me.page.getByRole('radio', { name: 'Pass and play' })).toBeChecked();
  await expect(me.page.getByRole('radio', { name: '10+5' })).toBeChecked();
});

test('there is a way back into each running game, and it says whose turn it is', async ({ person }) => {
  const me = await person();
  const first = await me.makeGame({
    variant: 'chess',
    opponent: { type: 'computer', level: 1, color: 'white' },
    time: { type: 'none' },
  });
  await me.makeGame({ variant: 'atomic', opponent: { type: 'friend' }, time: { type: 'none' } });
  await me.open('/');
  const running = me.page.getByRole('region', { name: 'Your games in progress' });
  await expect(running.getByRole('link')).toHaveCount(2);
  await expect(running.getByRole('link', { name: /Atomic · waiting for an opponent/ })).toBeVisible();
  await running.getByRole('link', { name: /Pavio.*Classic chess · your turn/ }).click();
  expect(me.gameId).toBe(first);
  await me.move('e2e4');
  await me.seesMoves(2);
  await me.button('Resign').click();
  await me.button('Really resign?').click();
  await expect(me.page.getByTestId('ending')).toBeVisible();
  await me.open('/');
  await expect(running.getByRole('link')).toHaveCount(1);
});

test('who has not played yet is offered the lessons, until a first game or a no', async ({ person }) => {
  const me = await person();
  await me.open('/');
  const offer = me.page.getByRole('region', { name: 'New here?' });
  await offer.getByRole('link', { name: 'My first explosion' }).click();
  await expect(me.page.getByRole('heading', { level: 1 })).toHaveText('Your first explosion');
  await me.open('/');
  await offer.getByRole('link', { name: 'How the pieces move' }).click();
  await expect(me.page.getByRole('heading', { level: 1 })).toHaveText('The rook');
  await me.open('/');
  await me.page.getByText('Pass and play').click();
  // Whatever is chosen, it is still the first game.
  await me.page.reload();
  await expect(offer).toBeVisible();
  await me.button('Play').click();
  await expect(me.status()).toHaveText('White to move.');
  await me.open('/');
  await expect(me.button('Play')).toBeEnabled();
  await expect(offer).toHaveCount(0);

  const other = await person();
  await other.open('/');
  await other.button('Close: I know how to play').click();
  await other.page.reload();
  await expect(other.button('Play')).toBeEnabled();
  await expect(other.page.getByRole('region', { name: 'New here?' })).toHaveCount(0);
});

test('the rules lead to the lessons', async ({ person }) => {
  const me = await person();
  await me.open('/rules');
  await me.page.getByRole('link', { name: 'See how they move' }).click();
  await expect(me.page.getByRole('heading', { level: 1 })).toHaveText('Learn');
  await me.open('/rules/strictatomic');
  await me.page.getByRole('link', { name: 'Learn it on the board' }).click();
  await expect(me.page.getByRole('heading', { level: 1 })).toHaveText('Strict Atomic');
});
