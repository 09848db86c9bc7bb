// What every test uses: people with browsers of their own whose console must stay clean, and what they do at a
// board.
import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import type { Color, GameView, LegalMove, NewGame, PositionAnswer, Square } from '../src/generated/protocol';

/** An address without a page; the browser says so too. */
export const NOWHERE = '/nowhere';

/** A person with a browser context of their own. */
export class Person {
  readonly complaints: string[] = [];
  #forgiven: RegExp | undefined;

  constructor(readonly page: Page) {
    page.on('console', (message) => {
      // A page that is cut off on purpose cannot help what the browser says about that.
      const offline = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_(REFUSED|RESET)/.test(message.text());
      const nowhere = message.location().url.endsWith(NOWHERE) && message.text().includes('404');
      if (message.type() === 'error' && !offline && !nowhere && !this.#forgiven?.test(message.text()))
        this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
  }

  /** Complaints of the browser that a test brings about on purpose. */
  forgives(words: RegExp): void {
    this.#forgiven = words;
  }

  open(path: string): Promise<unknown> {
    return this.page.goto(path);
  }

  /** Makes a game by asking the server, and opens it. */
  async makeGame(game: NewGame): Promise<string> {
    const response = await this.page.request.post('/api/games', { data: game });
    expect(response.ok(), await response.text()).toBe(true);
    const { id } = (await response.json()) as { id: string };
    await this.open(`/game/${id}`);
    return id;
  }

  get gameId(): string {
    return new URL(this.page.url()).pathname.split('/')[2] ?? '';
  }

  /** The game as the server sees it for this person. */
  async game(): Promise<GameView> {
    return (await (await this.page.request.get(`/api/games/${this.gameId}`)).json()) as GameView;
  }

  /** What may be played in a game now. */
  async legal({ variant, position }: GameView): Promise<LegalMove[]> {
    const looked = await this.page.request.post('/api/position', { data: { variant, fen: position.fen } });
    return ((await looked.json()) as PositionAnswer).position.legal;
  }

  status() {
    return this.page.getByTestId('status');
  }

  notice() {
    return this.page.getByTestId('notice');
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** The middle of a square. */
  async spot(square: Square): Promise<{ x: number; y: number }> {
    const cell = this.page.locator(`[data-square="${square}"]`).first();
    await cell.scrollIntoViewIfNeeded();
    const box = await cell.boundingBox();
    if (!box) throw new Error(`${square} is not on the page`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async click(square: Square): Promise<void> {
    const { x, y } = await this.spot(square);
    await this.page.mouse.click(x, y);
  }

  /** Plays a move by two clicks. */
  async move(uci: string): Promise<void> {
    await this.click(uci.slice(0, 2));
    await this.click(uci.slice(2, 4));
    const promotion = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' }[uci.charAt(4)];
    if (promotion) await this.page.getByRole('dialog').getByRole('button', { name: promotion }).click();
  }

  async drag(uci: string): Promise<void> {
    const [from, to] = [await this.spot(uci.slice(0, 2)), await this.spot(uci.slice(2, 4))];
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await this.page.mouse.move(to.x, to.y, { steps: 4 });
    await this.page.mouse.up();
  }

  async type(move: string): Promise<void> {
    const field = this.page.locator('#typed-move');
    await field.fill(move);
    await field.press('Enter');
  }

  /** Waits until so many moves have been played, as the move list shows. */
  async seesMoves(count: number): Promise<void> {
    await expect(this.page.locator('[data-ply]')).toHaveCount(count);
  }

  /** What stands on a square, in words; the board says so itself. */
  async expectOn(square: Square, words: string): Promise<void> {
    await expect(this.page.locator(`[data-square="${square}"]`).first()).toHaveAttribute(
      'aria-label',
      new RegExp(`^${square}, ${words}`),
    );
  }
}

interface People {
  /** Brings somebody in. */
  person: (options?: BrowserContextOptions) => Promise<Person>;
}

export const test = base.extend<People>({
  baseURL: async ({}, use) => use(process.env.ESTOPIM_URL),
  person: async ({ browser, baseURL, locale, viewport }, use) => {
    const people: Person[] = [];
    await use(async (options) => {
      const person = await newPerson(browser, { baseURL, locale, viewport, ...options });
      people.push(person);
      return person;
    });
    for (const { page, complaints } of people) {
      expect(complaints, 'the console shows no error').toEqual([]);
      await page.context().close();
    }
  },
});

async function newPerson(browser: Browser, options: BrowserContextOptions): Promise<Person> {
  const context = await browser.newContext(options);
  return new Person(await context.newPage());
}

/** Two people in a game made by the first and joined by the second; White first. */
export async function seated(maker: Person, guest: Person, game: Omit<NewGame, 'opponent'>): Promise<[Person, Person]> {
  const id = await maker.makeGame({ ...game, opponent: { type: 'friend' } });
  await guest.open(`/game/${id}`);
  await guest.button('Play').click();
  await expect(guest.status()).toContainText('White to move');
  await expect(maker.status()).toContainText('White to move');
  const seat = (await maker.game()).you as Color;
  return seat === 'white' ? [maker, guest] : [guest, maker];
}

/** The page as it is has no serious fault for people who read with other means. */
export async function expectAccessible({ page }: Person): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

export { expect };
