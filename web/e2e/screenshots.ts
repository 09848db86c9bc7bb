// A picture of each page for docs/images/, small enough for a repository.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Person } from './fixtures';

const IMAGES = join(import.meta.dirname, '../../docs/images');
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const LARGEST = 170_000;

async function picture({ page }: Person, name: string): Promise<void> {
  const path = join(IMAGES, `${name}.png`);
  await page.evaluate(() => document.fonts.ready);
  // Pieces that slide have arrived.
  await expect(page.locator('piece.anim')).toHaveCount(0);
  await page.screenshot({ path, animations: 'disabled' });
  expect(statSync(path).size, name).toBeLessThan(LARGEST);
}

async function called(person: Person, nickname: string): Promise<Person> {
  await person.page.request.put('/api/me', { data: { nickname } });
  return person;
}

test('home', async ({ person }) => {
  const me = await called(await person(), 'Faísca');
  await me.open('/');
  await expect(me.page.getByText('Nobody is waiting')).toBeVisible();
  await picture(me, 'home');
  await me.page.getByText('Pawn Battle', { exact: true }).click();
  await me.page.getByText('Your own').click();
  await expect(me.page.getByText('Choose the pawns and pieces')).toBeVisible();
  await me.page.getByText('Where do we start from?').scrollIntoViewIfNeeded();
  await me.page.mouse.wheel(0, 260);
  await picture(me, 'pawn-battle');
});

test('home on a phone', async ({ person }) => {
  const me = await called(await person(PHONE), 'Faísca');
  await me.open('/');
  await expect(me.page.getByText('Nobody is waiting')).toBeAttached();
  await picture(me, 'home-phone');
});

const BEFORE_THE_BLAST = 'rnbqkbnr/pppp1ppp/8/4p1N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1';

test('a game with the blast on show', async ({ person }) => {
  const me = await called(await person(), 'Faísca');
  await me.makeGame({
    variant: 'atomic',
    opponent: { type: 'computer', level: 3, color: 'white' },
    time: { type: 'perMove', seconds: 180 },
    setup: BEFORE_THE_BLAST,
  });
  await expect(me.page.getByRole('log')).toContainText('Pavio');
  await me.click('g5');
  const { x, y } = await me.spot('f7');
  await me.page.mouse.move(x, y);
  await expect(me.page.getByTestId('blast')).toBeVisible();
  await picture(me, 'game');
});

test('the end of a game, dark and in Portuguese', async ({ person }) => {
  const me = await called(await person({ colorScheme: 'dark', locale: 'pt-BR' }), 'Faísca');
  await me.makeGame({
    variant: 'atomic',
    opponent: { type: 'computer', level: 1, color: 'white' },
    time: { type: 'none' },
    setup: BEFORE_THE_BLAST,
  });
  await expect(me.page.getByRole('log')).toContainText('Pavio');
  await me.move('g5f7');
  await expect(me.page.getByTestId('ending')).toBeVisible();
  await expect(me.page.getByTestId('explosion')).toHaveCount(0);
  await picture(me, 'game-end-dark');
});

test('a game on a phone', async ({ person }) => {
  const me = await called(await person({ ...PHONE, colorScheme: 'dark', locale: 'pt-BR' }), 'Faísca');
  await me.makeGame({
    variant: 'atomic',
    opponent: { type: 'computer', level: 3, color: 'white' },
    time: { type: 'perMove', seconds: 180 },
  });
  await me.move('g1f3');
  await me.seesMoves(2);
  await picture(me, 'game-phone');
});

test('a game on a phone held sideways', async ({ person }) => {
  const me = await called(await person({ ...PHONE, viewport: { width: 844, height: 390 }, locale: 'pt-BR' }), 'Faísca');
  await me.makeGame({
    variant: 'atomic',
    opponent: { type: 'computer', level: 3, color: 'white' },
    time: { type: 'clock', baseSeconds: 300, incrementSeconds: 3 },
  });
  await me.move('g1f3');
  await me.seesMoves(2);
  await picture(me, 'game-sideways');
});

test('settings', async ({ person }) => {
  const me = await called(await person({ colorScheme: 'dark', locale: 'pt-BR' }), 'Faísca');
  await me.makeGame({ variant: 'chess', opponent: { type: 'hotSeat' }, time: { type: 'none' } });
  await me.button('Preferências').click();
  await me.page.getByTitle('Azul-bebê').click();
  await me.page.getByText('Merida', { exact: true }).click();
  await expect(me.page.locator(':root[data-pieces="merida"]')).toBeAttached();
  await picture(me, 'settings');
});

test('waiting for a friend', async ({ person }) => {
  const me = await called(await person(), 'Faísca');
  await me.makeGame({
    variant: 'strictatomic',
    opponent: { type: 'friend' },
    time: { type: 'clock', baseSeconds: 300, incrementSeconds: 3 },
  });
  await expect(me.page.getByRole('img')).toBeVisible();
  await picture(me, 'friend');
});

test('rules', async ({ person }) => {
  const me = await called(await person({ locale: 'pt-BR' }), 'Faísca');
  await me.open('/rules/atomic');
  const lesson = me.page.getByTestId('lesson-ownking');
  await lesson.getByRole('button', { name: 'Mostrar' }).click();
  await expect(lesson.locator('.answer')).toContainText('explodiria');
  await picture(me, 'rules');
});

test('my games', async ({ person }) => {
  const me = await called(await person(), 'Faísca');
  for (const variant of ['chess', 'atomic', 'pawnbattle'] as const) {
    await me.makeGame({
      variant,
      opponent: { type: 'computer', level: 4, color: 'white' },
      time: { type: 'perMove', seconds: 180 },
    });
    await me.move('e2e4');
    await me.seesMoves(2);
    if (variant === 'pawnbattle') continue;
    await me.page.getByTitle('Resign').click();
    await me.button('Really resign?').click();
    await expect(me.page.getByTestId('ending')).toBeVisible();
  }
  await me.makeGame({
    variant: 'atomic',
    opponent: { type: 'hotSeat' },
    time: { type: 'none' },
    setup: BEFORE_THE_BLAST,
  });
  await me.move('g5f7');
  await expect(me.page.getByTestId('ending')).toBeVisible();
  await me.open('/games');
  await expect(me.page.locator('main li')).toHaveCount(4);
  await picture(me, 'my-games');
});

test('about', async ({ person }) => {
  const me = await called(await person({ colorScheme: 'dark' }), 'Faísca');
  await me.open('/about');
  await expect(me.page.getByRole('heading', { level: 1 })).toBeVisible();
  await picture(me, 'about');
});
