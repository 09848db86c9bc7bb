// Games that go on and that everybody may watch, on the first page.
import { expect, expectAccessible, test, type Person } from './fixtures';

const called = async (person: Person, nickname: string) => {
  await person.page.request.put('/api/me', { data: { nickname } });
  return person;
};
const list = (one: Person) => one.page.getByRole('region', { name: 'Live now' });

test('a game from the lobby is on the first page, follows the moves, and is a click away', async ({ person }) => {
  const [ana, rui, eva] = [
    await called(await person(), 'Ana Viva'),
    await called(await person(), 'Rui Vivo'),
    await person(),
  ];
  await eva.open('/');
  await expect(list(eva)).toBeVisible();
  await ana.open('/');
  await ana.page.getByText('Anyone', { exact: true }).click();
  await expect(ana.page.getByRole('checkbox', { name: 'Let anyone watch' })).toBeChecked();
  await ana.page.getByText('No clock', { exact: true }).click();
  await ana.button('Look for an opponent').click();
  await rui.open('/');
  await rui.page.getByRole('button', { name: /against Ana Viva/ }).click();
  await expect(rui.status()).toContainText('White to move');
  await expect(rui.page.getByTestId('watchable')).toBeVisible();
  const shown = list(eva).getByRole('link', {
    name: /Watch Atomic: (Ana Viva against Rui Vivo|Rui Vivo against Ana Viva)/,
  });
  await expect(shown).toBeVisible();
  await expectAccessible(eva);
  const white = (await ana.game()).you === 'white' ? ana : rui;
  await white.move('g1f3');
  await expect(shown).toContainText('1 move');
  await expect(shown.locator('square.last-move')).toHaveCount(2);
  // Those who play it are not told of it.
  await white.open('/');
  await expect(list(white)).toBeVisible();
  await expect(list(white).getByRole('link', { name: /Ana Viva/ })).toHaveCount(0);
  await shown.click();
  await expect(eva.page.getByText('watching', { exact: false }).first()).toBeVisible();
  await eva.seesMoves(1);
});

test('a game against the computer is shown only if its player wants it, and is gone when it ends', async ({
  person,
}) => {
  const [ana, eva] = [await called(await person(), 'Ana Mostra'), await person()];
  await eva.open('/');
  await ana.open('/');
  const box = ana.page.getByRole('checkbox', { name: 'Let anyone watch' });
  await expect(box).not.toBeChecked();
  await box.check();
  await ana.button('Play').click();
  await expect(ana.page.getByTestId('watchable')).toBeVisible();
  const shown = list(eva).getByRole('link', { name: /Ana Mostra/ });
  await expect(shown).toBeVisible();
  await ana.button('Abort').click();
  await ana.button('Abort the game?').click();
  await expect(ana.page.getByTestId('ending')).toBeVisible();
  await expect(shown).toHaveCount(0);
  // A friend's game has no such choice.
  await ana.open('/');
  await expect(box).toBeChecked();
  await ana.page.getByText('A friend', { exact: true }).click();
  await expect(box).toHaveCount(0);
});

test('the games of somebody who is blocked are not shown', async ({ person }) => {
  const [ana, eva] = [await called(await person(), 'Ana Blocada'), await person()];
  const { id } = (await (await ana.page.request.get('/api/me')).json()) as { id: string };
  await eva.open('/');
  await ana.makeGame({
    variant: 'chess',
    opponent: { type: 'computer', level: 1, color: 'white' },
    time: { type: 'none' },
    watchable: true,
  });
  const shown = list(eva).getByRole('link', { name: /Ana Blocada/ });
  await expect(shown).toBeVisible();
  await eva.page.evaluate((who) => localStorage.setItem('estopim.blockedPeople', JSON.stringify([who])), id);
  await eva.page.reload();
  await expect(list(eva)).toBeVisible();
  await expect(eva.page.getByText('Nobody is waiting')).toBeVisible();
  await expect(shown).toHaveCount(0);
});
