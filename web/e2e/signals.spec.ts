// How a reader who looks elsewhere learns that it is their turn.
import { expect, seated, test, type Person } from './fixtures';

/** What the page has made the browser say and sound. */
interface Heard {
  messages: string[];
  tones: number;
}

/** Somebody whose browser writes down what it shows and sounds, and which they can look away from. */
async function listener(person: (options?: object) => Promise<Person>): Promise<Person> {
  const one = await person({ permissions: ['notifications'] });
  await one.page.addInitScript(() => {
    const heard = { messages: [] as string[], tones: 0 };
    Object.assign(window, { heard });
    const Message = function (title: string): void {
      heard.messages.push(title);
    };
    Object.assign(Message, { permission: 'granted', requestPermission: () => Promise.resolve('granted') });
    Object.defineProperty(window, 'Notification', { value: Message });
    const { start } = Object.getOwnPropertyDescriptors(AudioScheduledSourceNode.prototype);
    AudioScheduledSourceNode.prototype.start = function (at?: number) {
      heard.tones += 1;
      start.value?.call(this, at);
    };
  });
  return one;
}
const lookAway = (one: Person, away: boolean) =>
  one.page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, away);
const heard = (one: Person) => one.page.evaluate(() => (window as unknown as { heard: Heard }).heard);
const icon = (one: Person) => one.page.locator('link[rel="icon"]');

test('title and icon say whose turn it is', async ({ person }) => {
  const [white, black] = await seated(await person(), await person(), { variant: 'chess', time: { type: 'none' } });
  await expect(white.page).toHaveTitle(/^● Your turn · /);
  await expect(icon(white)).toHaveAttribute('href', '/icon-turn.svg');
  await expect(black.page).not.toHaveTitle(/Your turn/);
  await expect(icon(black)).toHaveAttribute('href', '/icon.svg');
  expect((await white.page.request.get('/icon-turn.svg')).ok()).toBe(true);
  await white.move('e2e4');
  await black.seesMoves(1);
  await expect(white.page).not.toHaveTitle(/Your turn/);
  await expect(black.page).toHaveTitle(/^● Your turn · /);
  await white.open('/');
  await expect(icon(white)).toHaveAttribute('href', '/icon.svg');
});

test('a browser message and a sound when the page is hidden, if wanted', async ({ person }) => {
  const [ana, rui] = [await listener(person), await listener(person)];
  const [white, black] = await seated(ana, rui, { variant: 'chess', time: { type: 'none' } });
  await black.button('Settings').click();
  await black.page.getByLabel('Browser notification when it is my turn').check();
  await black.page.getByLabel('Sounds of moves').uncheck();
  await black.button('Close').click();

  // Who looks at the board is told nothing.
  const { tones } = await heard(black);
  await white.move('e2e4');
  await black.seesMoves(1);
  await black.move('e7e5');
  await white.seesMoves(2);
  expect(await heard(black)).toEqual({ messages: [], tones });

  await lookAway(black, true);
  await white.move('g1f3');
  await black.seesMoves(3);
  await expect.poll(async () => (await heard(black)).messages).toEqual(['Your turn']);
  await expect.poll(async () => (await heard(black)).tones).toBe(tones + 1);
  await lookAway(black, false);
  await black.move('b8c6');
  await white.seesMoves(4);

  // White has not asked for messages.
  await lookAway(white, true);
  await black.button('Draw').click();
  await expect(white.page.getByText('offers a draw')).toBeVisible();
  expect((await heard(white)).messages).toEqual([]);
});

test('little time on one’s own clock is heard once', async ({ person }) => {
  const two = await listener(person);
  await two.makeGame({ variant: 'chess', opponent: { type: 'hotSeat' }, time: { type: 'perMove', seconds: 8 } });
  await two.click('e2');
  await two.click('a5');
  const before = (await heard(two)).tones;
  await expect(two.page.getByTestId('clock-white')).toHaveClass(/low/, { timeout: 15_000 });
  await expect.poll(async () => (await heard(two)).tones - before).toBe(3);
});
