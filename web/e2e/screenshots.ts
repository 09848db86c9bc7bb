// A picture of each page for docs/images/, small enough for a repository.
import type { PositionAnswer } from '../src/generated/protocol';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Person } from './fixtures';

const IMAGES = join(import.meta.dirname, '../../docs/images');
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SIDEWAYS = { ...PHONE, viewport: { width: 844, height: 390 } };
const DARK = { colorScheme: 'dark' } as const;
const PORTUGUESE = { locale: 'pt-BR' };
const LARGEST = 180_000;

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

const BEFORE_THE_BLAST = 'rnbqkbnr/pppp1ppp/8/4p1N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1';

/** Somebody who has played here before. */
async function regular(person: Person): Promise<Person> {
  await person.page.addInitScript(() => localStorage.setItem('estopim.newcomer', 'false'));
  return called(person, 'Faísca');
}

/** Two games that everybody may watch, by others. */
async function gamesToWatch(person: (options?: object) => Promise<Person>): Promise<void> {
  for (const [name, variant, moves] of [
    ['Brasa', 'atomic', ['g1f3', 'b1c3', 'd2d4']],
    ['Centelha', 'chess', ['e2e4', 'g1f3', 'f1c4', 'd2d3']],
  ] as const) {
    const other = await called(await person(), name);
    await other.makeGame({
      variant,
      opponent: { type: 'computer', level: 5, color: 'white' },
      time: { type: 'clock', baseSeconds: 600, incrementSeconds: 5 },
      watchable: true,
    });
    for (const [index, move] of moves.entries()) {
      const { position, moves: played } = await other.game();
      const asked = { variant, fen: position.fen, tryMove: move };
      const answer = await other.page.request.post('/api/position', { data: asked });
      const { refusal } = (await answer.json()) as PositionAnswer;
      if (played.length !== 2 * index || refusal) break;
      await other.type(move);
      await other.seesMoves(2 * index + 2);
    }
  }
}

test('home', async ({ person }) => {
  await gamesToWatch(person);
  for (const [name, options] of [
    ['home', DESKTOP],
    ['home-phone-dark', { ...PHONE, ...DARK, ...PORTUGUESE }],
    ['home-sideways', { ...SIDEWAYS, ...PORTUGUESE }],
  ] as const) {
    const me = await regular(await person(options));
    await me.open('/');
    await expect(me.page.locator('.watch li')).toHaveCount(2);
    await picture(me, name);
  }
  const me = await called(await person(PHONE), 'Faísca');
  await me.open('/');
  await expect(me.page.locator('.watch li')).toHaveCount(2);
  await picture(me, 'home-phone');
});

test('a setup of one’s own', async ({ person }) => {
  const me = await regular(await person(DESKTOP));
  await me.open('/');
  await me.page.getByText('Pawn Battle', { exact: true }).click();
  await me.page.getByText('Your own').click();
  await expect(me.page.getByText('Choose the pawns and pieces')).toBeVisible();
  await me.page.getByText('Where do we start from?').scrollIntoViewIfNeeded();
  await me.page.mouse.wheel(0, 260);
  await picture(me, 'pawn-battle');
});

test('a game with the blast on show', async ({ person }) => {
  const me = await regular(await person(DESKTOP));
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

test('a hint and its reason', async ({ person }) => {
  const me = await regular(await person({ ...DESKTOP, ...PORTUGUESE }));
  await me.makeGame({
    variant: 'atomic',
    opponent: { type: 'computer', level: 3, color: 'white' },
    time: { type: 'perMove', seconds: 180 },
    setup: BEFORE_THE_BLAST,
  });
  await me.button('Dica').click();
  await me.button('Por quê?').click();
  await me.page.mouse.move(5, 5);
  await picture(me, 'hint');
});

test('the end of a game, dark and in Portuguese', async ({ person }) => {
  const me = await regular(await person({ ...DESKTOP, ...DARK, ...PORTUGUESE }));
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
  await me.page.mouse.move(5, 5);
  await picture(me, 'game-end-dark');
});

for (const [name, options] of [
  ['game-phone', { ...PHONE, ...DARK, ...PORTUGUESE }],
  ['game-sideways', { ...SIDEWAYS, ...PORTUGUESE }],
] as const) {
  test(name, async ({ person }) => {
    const me = await regular(await person(options));
    await me.makeGame({
      variant: 'atomic',
      opponent: { type: 'computer', level: 3, color: 'white' },
      time: { type: 'clock', baseSeconds: 300, incrementSeconds: 3 },
    });
    await me.move('g1f3');
    await me.seesMoves(2);
    await picture(me, name);
  });
}

test('lessons', async ({ person }) => {
  for (const [name, options] of [
    ['learn', { ...DESKTOP, ...PORTUGUESE }],
    ['learn-phone', { ...PHONE, ...DARK }],
  ] as const) {
    const me = await regular(await person(options));
    await me.page.addInitScript(() =>
      localStorage.setItem(
        'estopim.lessons',
        JSON.stringify({ rook: [3, 3, 3], bishop: [3, 2, 3], queen: [3, 3], king: [3, 0, 0] }),
      ),
    );
    await me.open('/learn');
    await expect(me.page.getByRole('heading', { level: 1 })).toBeVisible();
    await picture(me, name);
  }
  for (const [name, lesson, options] of [
    ['lesson', 'knight', DESKTOP],
    ['lesson-phone', 'explosion', { ...PHONE, ...PORTUGUESE }],
    ['lesson-sideways', 'king', { ...SIDEWAYS, ...DARK }],
  ] as const) {
    const me = await regular(await person(options));
    await me.open(`/learn/${lesson}`);
    await expect(me.page.locator('.board:not(.look)')).toBeVisible();
    if (lesson === 'knight') {
      await me.move('g1f3');
      await expect(me.page.getByTestId('task-words')).toContainText('3 stars');
      await me.page.mouse.move(5, 5);
    }
    await picture(me, name);
  }
});

test('two computers', async ({ person }) => {
  for (const [name, options] of [
    ['computers', { ...DESKTOP, ...PORTUGUESE }],
    ['computers-phone', { ...PHONE, ...DARK }],
  ] as const) {
    const me = await regular(await person(options));
    await me.open('/computers');
    const step = me.button(name === 'computers' ? 'Um lance' : 'One move');
    for (let count = 1; count <= 8; count += 1) {
      await step.click();
      await me.seesMoves(count);
    }
    await expect(me.page.getByTestId('explosion')).toHaveCount(0);
    await picture(me, name);
  }
});

test('settings', async ({ person }) => {
  const me = await regular(await person({ ...DESKTOP, ...DARK, ...PORTUGUESE }));
  await me.makeGame({ variant: 'chess', opponent: { type: 'hotSeat' }, time: { type: 'none' } });
  await me.button('Preferências').click();
  await me.page.getByTitle('Azul-bebê').click();
  await me.page.getByText('Merida', { exact: true }).click();
  await expect(me.page.locator(':root[data-pieces="merida"]')).toBeAttached();
  await picture(me, 'settings');
});

test('waiting for a friend', async ({ person }) => {
  const me = await regular(await person(DESKTOP));
  await me.makeGame({
    variant: 'strictatomic',
    opponent: { type: 'friend' },
    time: { type: 'clock', baseSeconds: 300, incrementSeconds: 3 },
  });
  await expect(me.page.getByRole('img')).toBeVisible();
  await picture(me, 'friend');
});

test('rules', async ({ person }) => {
  const me = await regular(await person({ ...DESKTOP, ...PORTUGUESE }));
  await me.open('/rules/atomic');
  const lesson = me.page.getByTestId('lesson-ownking');
  await lesson.getByRole('button', { name: 'Mostrar' }).click();
  await expect(lesson.locator('.answer')).toContainText('explodiria');
  await picture(me, 'rules');
});

test('my games', async ({ person }) => {
  const me = await regular(await person(DESKTOP));
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
  const me = await regular(await person({ ...DESKTOP, ...DARK }));
  await me.open('/about');
  await expect(me.page.getByRole('heading', { level: 1 })).toBeVisible();
  await picture(me, 'about');
});
