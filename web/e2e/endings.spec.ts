// How a game ends, as each reader sees and hears it.
import { expect, seated, test } from './fixtures';

const HERE = { opponent: { type: 'hotSeat' }, time: { type: 'none' } } as const;

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the question whether to resign stays red under the mouse: ${colorScheme}`, async ({ person }) => {
    const two = await person({ colorScheme });
    await two.makeGame({ ...HERE, variant: 'chess' });
    for (const [index, move] of ['e2e4', 'e7e5'].entries()) {
      await two.move(move);
      await two.seesMoves(index + 1);
    }
    await two.button('Resign').click();
    const sure = two.button('Really resign?');
    await sure.hover();
    await expect(sure).toHaveCSS('background-color', 'rgb(193, 40, 31)');
    await expect(sure).toHaveCSS('color', 'rgb(255, 255, 255)');
  });
}
