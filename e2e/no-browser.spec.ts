import { launchOptions } from './harness/browser.ts';
import { expect, test } from './support/test.ts';
import { Visitor } from './support/visitor.ts';

test.use({ launchOptions: { ...launchOptions, executablePath: '/there/is/none' } });

test('a journey by calls alone starts no browser', async ({ request }) => {
  expect((await new Visitor().get('/login')).status).toBe(200);
  expect((await request.get('/login')).status()).toBe(200);
});
