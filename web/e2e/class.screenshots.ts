// `npm run screenshots`: the screens of a class for docs/, in both languages: phone, tablet and projector.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { launchClass } from './class_server';
import { ANIMAL_NAMES } from './figures';
import { expect, Person, test } from './fixtures';
import { newDataDirectory } from './server';

const IMAGES = join(import.meta.dirname, '../../docs/images');
const CHILDREN = 9;
const NAMES = ['Ana', 'Bia', '', 'Davi', 'Enzo', '', 'Gabi', 'Hugo', ''];

for (const [locale, short] of [
  ['pt-BR', 'pt'],
  ['en-US', 'en'],
] as const) {
  test(`a class in ${short}`, async ({ browser }) => {
    test.setTimeout(8 * 60_000);
    const data = newDataDirectory();
    const server = await launchClass(data);
    const person = async (width: number, height: number): Promise<Person> => {
      const context = await browser.newContext({
        baseURL: server.url,
        locale,
        viewport: { width, height },
        colorScheme: 'light',
      });
      return new Person(await context.newPage());
    };
    const picture = ({ page }: Person, name: string): Promise<unknown> =>
      page.screenshot({ path: join(IMAGES, `class-${name}-${short}.png`) });
    try {
      const teacher = await person(1180, 900);
      await teacher.open('/class');
      await teacher.page.getByTestId('pin').fill(server.pin);
      await teacher.page.getByTestId('give-pin').click();
      await expect(teacher.page.getByTestId('class-code')).toBeVisible();
      const projector = new Person(await teacher.page.context().newPage());
      await projector.page.setViewportSize({ width: 1600, height: 900 });
      await projector.open(`/wall/${server.code}`);
      const children: Person[] = [];
      for (let number = 0; number < CHILDREN; number += 1) {
        // The first has a phone, the second a tablet.
        const child = await (number === 1 ? person(820, 1100) : person(390, 780));
        await child.open(`/j/${server.code}`);
        const animal = child.page.getByTestId(`animal-${ANIMAL_NAMES[number] ?? ''}`);
        await expect(animal).toBeVisible();
        if (number === 1) await picture(child, 'child-door-tablet');
        else if (number === 0) await picture(child, 'child-door');
        await animal.click();
        await child.page.getByTestId('first-name').fill(NAMES[number] ?? '');
        const colors = ['blue', 'orange', 'green', 'pink', 'yellow', 'purple'];
        await child.page.getByTestId(`color-${colors[number % colors.length] ?? ''}`).click();
        await expect(child.page.getByTestId('practice')).toBeVisible();
        children.push(child);
      }
      const [phone, tablet] = children as [Person, Person];
      await phone.page.waitForTimeout(800);
      await picture(phone, 'child-waiting');
      await picture(projector, 'projector-code');
      await teacher.page.getByTestId('pair-random').click();
      for (let ply = 0; ply < 4; ply += 1)
        for (const child of children) {
          const status = child.page.getByTestId('child-status');
          await expect(status).toBeVisible();
          if (!(await status.getAttribute('class'))?.includes('turn')) continue;
          const white = (await child.page.getByTestId('child-game').getAttribute('data-color')) === 'white';
          const moves = white ? ['c2c4', 'd2d4', 'e2e3', 'f2f3'] : ['f7f5', 'e7e5', 'd7d6', 'c7c6'];
          await child.move(moves[ply] ?? '').catch(() => undefined);
        }
      await phone.page.getByTestId('hand').click();
      await phone.page.waitForTimeout(800);
      await picture(phone, 'child-game');
      await picture(tablet, 'child-game-tablet');
      await picture(teacher, 'teacher');
      await picture(projector, 'projector-wall');
      await teacher.page.locator('details summary').last().click();
      await teacher.page.getByTestId('ask').click();
      for (const [number, child] of children.slice(0, 5).entries()) {
        await expect(child.page.getByTestId('question')).toBeVisible();
        await child.move(['e2e4', 'c2c4', 'e2e4', 'd2d4', 'e2e4'][number] ?? '');
      }
      await teacher.page.getByTestId('reveal').click();
      await expect(projector.page.getByTestId('answers')).toBeVisible();
      await projector.page.waitForTimeout(500);
      await picture(projector, 'projector-question');
      await teacher.page.getByTestId('close-question').click();
      await teacher.page.getByTestId('show-standings').click();
      await expect(projector.page.getByTestId('standings')).toBeVisible();
      await picture(projector, 'projector-standings');
      await teacher.page.getByTestId('tab-after').click();
      await teacher.page.evaluate(() => {
        document.documentElement.dataset.theme = 'dark';
      });
      await picture(teacher, 'teacher-after-dark');
    } finally {
      await server.end('SIGKILL');
      rmSync(data, { recursive: true, force: true });
    }
  });
}
