import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { sandbox, site } from './harness/addresses.ts';
import { Contexts, expectEmpty } from './harness/contexts.ts';
import { expect, test } from './support/test.ts';

// What journeys rely on without saying so.

test.describe('a context that is kept', () => {
  test.describe.configure({ mode: 'serial' }); // in one worker
  let former: BrowserContext;
  let formerPage: Page;
  let heard = 0;

  test('may be used in every way', async ({ page, context }) => {
    former = context;
    formerPage = page;
    await context.route('**/plans', (route) => route.abort());
    await context.addCookies([{ name: 'left', value: 'over', url: site }]);
    await page.goto('/login');
    await page.evaluate(async () => {
      localStorage.setItem('left', 'over');
      sessionStorage.setItem('left', 'over');
      indexedDB.open('left');
      await (await caches.open('left')).put('/over', new Response('over'));
    });
    await page.route('**/login', (route) => route.abort());
    page.on('request', () => heard++);
    await page.setViewportSize({ width: 400, height: 400 });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await context.newPage();
  });

  test('comes without a trace of the test before', async ({ page, context, viewport }) => {
    expect(context, 'the same one').toBe(former);
    expect(page, 'the same one').toBe(formerPage);
    heard = 0;
    expect(context.pages()).toEqual([page]);
    expect(
      await page.evaluate(() => matchMedia('print').matches || matchMedia('(prefers-color-scheme: dark)').matches),
    ).toBe(false);
    expect(page.viewportSize()).toEqual(viewport);
    await expectEmpty(page);
    await page.goto('/plans');
    await page.goto('/login');
    expect(heard).toBe(0);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('left');
    await page.clock.install({ time: '2020-01-01' });
  });

  test('is not kept when its clock was another', async ({ page, context }) => {
    expect(context).not.toBe(former);
    expect(await page.evaluate(() => new Date().getFullYear())).toBeGreaterThan(2020);
    former = context;
    formerPage = page;
    await page.goto(sandbox);
    await page.evaluate(() => sessionStorage.setItem('left', 'over'));
  });

  test('has another page after one of another site, or one that was closed', async ({ page, context }) => {
    expect(context, 'the same one').toBe(former);
    expect(page).not.toBe(formerPage);
    await page.goto(sandbox);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await page.close();
  });

  test('is not kept when its page will always do something first', async ({ page, context }) => {
    expect(context, 'the same one').toBe(former);
    expect(context.pages()).toEqual([page]);
    await page.addInitScript("window.name = 'left'");
  });

  test('does nothing first', async ({ page, context }) => {
    expect(context).not.toBe(former);
    expect(await page.evaluate(() => window.name)).toBe('');
  });

  for (const [what, leave] of Object.entries({
    cookies: "document.cookie = 'left=over'",
    localStorage: "localStorage.setItem('left', 'over')",
    sessionStorage: "sessionStorage.setItem('left', 'over')",
    databases: "new Promise((done) => { indexedDB.open('left').onsuccess = done; })",
    caches: "caches.open('left')",
  }))
    test(`is refused with ${what} in it`, async ({ page }) => {
      await page.goto('/healthz');
      await page.evaluate(leave);
      await expect(expectEmpty(page)).rejects.toThrow(`{"${what}":["left"]}`);
    });
});

test('a page that is on its way elsewhere is replaced', async ({ browser }) => {
  let holds = false; // until the page has asked for what it was told to turn to
  const server = createServer((request, response) => {
    if (request.url === '/elsewhere') holds = false;
    else if (!holds) response.end('a page');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const contexts = new Contexts(browser, baseURL);
  const first = await contexts.take({ baseURL });
  const [page] = first.pages() as [Page];
  await page.goto('/');
  holds = true;
  await page.evaluate(() => setTimeout(() => location.assign('/elsewhere'), 500));
  await contexts.giveBack(first, { keep: true });

  const second = await contexts.take({ baseURL });
  expect(second, 'the same one').toBe(first);
  expect(page.isClosed()).toBe(true);
  expect(second.pages().map((other) => other.url())).toEqual([`${baseURL}/healthz`]);
  await contexts.giveBack(second, { keep: false });
  server.closeAllConnections();
  server.close();
});
