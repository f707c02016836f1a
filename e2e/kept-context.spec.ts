import type { BrowserContext } from '@playwright/test';
import { site } from './harness/addresses.ts';
import { expectEmpty } from './harness/contexts.ts';
import { expect, test } from './support/test.ts';

// What journeys rely on without saying so.

test.describe('a context that is kept', () => {
  test.describe.configure({ mode: 'serial' }); // in one worker
  let former: BrowserContext;

  test('may be used in every way', async ({ page, context }) => {
    former = context;
    await context.route('**/plans', (route) => route.abort());
    await context.addCookies([{ name: 'left', value: 'over', url: site }]);
    await page.goto('/login');
    await page.evaluate(async () => {
      localStorage.setItem('left', 'over');
      sessionStorage.setItem('left', 'over');
      indexedDB.open('left');
      await (await caches.open('left')).put('/over', new Response('over'));
    });
    await page.setViewportSize({ width: 400, height: 400 });
    await context.newPage();
  });

  test('comes without a trace of the test before', async ({ page, context, viewport }) => {
    expect(context, 'the same one').toBe(former);
    expect(context.pages()).toEqual([page]);
    expect(page.viewportSize()).toEqual(viewport);
    await expectEmpty(page);
    await page.goto('/plans');
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('left');
    await page.clock.install({ time: '2020-01-01' });
  });

  test('is not kept when its clock was another', async ({ page, context }) => {
    expect(context).not.toBe(former);
    expect(await page.evaluate(() => new Date().getFullYear())).toBeGreaterThan(2020);
  });

  for (const [what, leave] of Object.entries({
    cookies: "document.cookie = 'left=over'",
    localStorage: "localStorage.setItem('left', 'over')",
    databases: "new Promise((done) => { indexedDB.open('left').onsuccess = done; })",
    caches: "caches.open('left')",
  }))
    test(`is refused with ${what} in it`, async ({ page }) => {
      await page.goto('/healthz');
      await page.evaluate(leave);
      await expect(expectEmpty(page)).rejects.toThrow(`{"${what}":["left"]}`);
    });
});
