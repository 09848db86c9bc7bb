// People who look for each other.
import { expect, Person, test } from './fixtures';

const SEEK = { variant: 'atomic', opponent: { type: 'lobby' }, time: { type: 'none' } } as const;
const called = async (person: Person, nickname: string) => {
  await person.page.request.put('/api/me', { data: { nickname } });
  return person;
};

test('nobody is offered their own game, and the text of who waits fits', async ({ person }) => {
  const [ana, rui] = [await called(await person(), 'Ana Solo'), await person()];
  await ana.makeGame(SEEK);
  await expect(ana.page.getByText('Your game is on the list for everybody')).toBeVisible();
  await expect(ana.page.getByText('Send this link')).toHaveCount(0);
  // No colour has been drawn yet.
  await expect(ana.page.locator('.bar .disc.white, .bar .disc.black')).toHaveCount(0);
  await rui.open('/');
  await expect(rui.page.getByRole('button', { name: /against Ana Solo/ })).toBeVisible();
  const again = await ana.page.context().newPage();
  await again.goto('/');
  await expect(again.getByText('Your game is on the list', { exact: true })).toBeVisible();
  await expect(again.getByRole('button', { name: /against Ana Solo/ })).toHaveCount(0);
});

test('a closed tab takes its seek along within seconds', async ({ person }) => {
  const [ana, rui] = [await called(await person(), 'Ana Vai'), await person()];
  await ana.makeGame(SEEK);
  await expect(ana.status()).toHaveText('Waiting for an opponent.');
  await rui.open('/');
  const offer = rui.page.getByRole('button', { name: /against Ana Vai/ });
  await expect(offer).toBeVisible();
  await ana.page.close();
  await expect(offer).toHaveCount(0, { timeout: 9_000 });
});

test('one person has one game on the list: the second takes the place of the first', async ({ person }) => {
  const [ana, rui] = [await called(await person(), 'Ana Duas'), await person()];
  await ana.makeGame(SEEK);
  await expect(ana.status()).toHaveText('Waiting for an opponent.');
  await rui.open('/');
  await expect(rui.page.getByRole('button', { name: 'Play Atomic against Ana Duas' })).toHaveCount(1);
  const again = new Person(await ana.page.context().newPage());
  await again.makeGame({ ...SEEK, variant: 'chess' });
  await expect(again.status()).toHaveText('Waiting for an opponent.');
  await expect(rui.page.getByRole('button', { name: 'Play Classic chess against Ana Duas' })).toHaveCount(1);
  await expect(rui.page.getByRole('button', { name: /against Ana Duas/ })).toHaveCount(1);
});

test('who was invited and has not sat down yet is no spectator', async ({ person }) => {
  const [ana, rui, eva] = [await person(), await person(), await person()];
  // Whatever the host is told about who watches, in order.
  const told: { type: string; spectators?: number }[] = [];
  ana.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => told.push(JSON.parse(String(payload)) as { type: string })),
  );
  const id = await ana.makeGame({ ...SEEK, opponent: { type: 'friend' } });
  for (const invited of [rui, eva]) {
    await invited.open(`/game/${id}`);
    await expect(invited.button('Play')).toBeVisible();
  }
  // Told by the server a few times a second.
  await expect.poll(async () => (await ana.game()).spectators).toBe(0);
  await expect(ana.page.getByTestId('spectators')).toHaveCount(0);
  expect((await rui.game()).spectators).toBe(0);
  await rui.button('Play').click();
  await expect(ana.page.getByTestId('spectators')).toContainText('1 person watching');
  const joined = told.findIndex(({ type }) => type === 'joined');
  expect(joined).toBeGreaterThan(0);
  expect(told.slice(0, joined).filter(({ spectators = 0 }) => spectators > 0)).toEqual([]);
});
