import { rmSync } from 'node:fs';
import { expect, test } from './fixtures';
import { launch, newDataDirectory } from './server';

test('a server that is killed and comes back: every move is there, and the page goes on by itself', async ({
  person,
}) => {
  const data = newDataDirectory();
  let server = await launch(data);
  const port = Number(new URL(server.url).port);
  try {
    const two = await person({ baseURL: server.url });
    await two.makeGame({ variant: 'atomic', opponent: { type: 'hotSeat' }, time: { type: 'none' } });
    for (let round = 0; round < 3; round += 1) {
      const played = round * 2;
      await two.move(['g1f3', 'e2e3', 'd2d3'][round] ?? '');
      await two.seesMoves(played + 1);
      await server.end('SIGKILL');
      await expect(two.page.getByTestId('connection-lost')).toBeVisible();
      // Made while nobody listens; it is sent, once, when somebody does.
      await two.move(['g8f6', 'e7e6', 'd7d6'][round] ?? '');
      server = await launch(data, port);
      await two.seesMoves(played + 2);
      await expect(two.page.getByTestId('connection-lost')).toHaveCount(0);
    }
    expect((await two.game()).moves.map(({ uci }) => uci)).toEqual(['g1f3', 'g8f6', 'e2e3', 'e7e6', 'd2d3', 'd7d6']);
  } finally {
    await server.end('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
});
