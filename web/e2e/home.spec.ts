// What is chosen before a game, and what stands in the way of it.
import { expect, test, type Person } from './fixtures';

const ownSetup = async (me: Person) => {
  await me.open('/');
  await me.page.getByText('Pawn Battle', { exact: true }).click();
  await me.page.getByText('Two here').click();
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
    await field.fill('8/3pp3/8/8/8/8/3PP3/8 w - - 0 1');
    await expect(me.button('Play')).toBeEnabled();
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
    await me.page.getByText('Two here').click();
    await me.page.getByText('Per game', { exact: true }).click();
    await me.page.getByLabel('Minutes each').fill(minutes);
    await me.page.getByLabel('Seconds added a move').fill(seconds);
    await expect(me.page.getByText(/up to 180 minutes/)).toBeVisible();
    if (isGood) {
      await me.button('Play').click();
      await expect(me.status()).toHaveText('White to move.');
      const { time } = await me.game();
      expect(time).toEqual({ type: 'clock', baseSeconds: Number(minutes) * 60, incrementSeconds: Number(seconds) });
    } else {
      await expect(me.page.getByTestId('time-refusal')).toBeVisible();
      await expect(me.button('Play')).toBeDisabled();
    }
  });
}
