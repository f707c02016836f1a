import type { AddressInfo } from 'node:net';
import { Member } from './support/member.ts';
import { expectNoShift } from './support/shift.ts';
import { slowSite } from './support/slowly.ts';
import { expect, hydrated, test } from './support/test.ts';

test('a page that arrives in pieces is drawn when it is whole: nothing moves on it @phone', async ({
  page,
  become,
}) => {
  const server = await slowSite();
  try {
    const { port } = server.address() as AddressInfo;
    await become(await Member.create());
    const answer = await page.goto(`http://localhost:${port}/plans/no-such-plan`);
    expect(answer?.status()).toBe(404);
    await hydrated(page);
    await expectNoShift(page);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
