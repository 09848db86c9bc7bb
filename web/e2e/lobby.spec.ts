// People who look for each other.
import { expect, test, type Person } from './fixtures';

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
  await ana.page.goto('about:blank');
  await expect(offer).toHaveCount(0, { timeout: 9_000 });
});

test('who was invited and has not sat down yet is no spectator', async ({ person }) => {
  const [ana, rui] = [await person(), await person()];
  const id = await ana.makeGame({ ...SEEK, opponent: { type: 'friend' } });
  await rui.open(`/game/${id}`);
  await expect(rui.button('Play')).toBeVisible();
  // Told by the server a few times a second.
  await expect.poll(async () => (await ana.game()).spectators).toBe(0);
  await expect(ana.page.getByTestId('spectators')).toHaveCount(0);
  expect((await rui.game()).spectators).toBe(0);
});
