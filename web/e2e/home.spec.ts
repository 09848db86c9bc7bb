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
