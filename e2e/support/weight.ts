import { gzipSync } from 'node:zlib';
import { expect, type Page, type Request } from '@playwright/test';

const most = 225 * 1024;
const known = new Map<string, Promise<number>>();

/**
 * Weighs the scripts that the page loads from now on. The answer touches the page's first field, which brings what checks the
 * form, and says whether all of it is little enough (B-06).
 */
export function weighScripts(page: Page): () => Promise<void> {
  const sizes = new Map<string, Promise<number>>();
  let underWay = 0;
  const ended = (request: Request) => {
    if (request.resourceType() === 'script') underWay--;
  };
  page.on('request', (request) => {
    if (request.resourceType() === 'script') underWay++;
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  page.on('response', (answer) => {
    if (answer.request().resourceType() !== 'script') return;
    const url = answer.url();
    const size = known.get(url) ?? packed(url);
    known.set(url, size);
    sizes.set(url, size);
  });
  return async () => {
    const field = page.locator('main form').locator('input, select, textarea').first();
    if ((await field.count()) > 0) {
      await field.focus();
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await expect.poll(() => underWay, 'scripts that are still loading').toBe(0);
    }
    const total = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
    expect(sizes.size, `scripts of ${page.url()}`).toBeGreaterThan(0);
    expect(total, `${Math.round(total / 1024)} KB of JavaScript, packed, on ${page.url()}`).toBeLessThanOrEqual(most);
  };
}

// Fetched once more, as Chromium does not keep the bodies of a page that it has left.
async function packed(url: string): Promise<number> {
  const answer = await fetch(url);
  return gzipSync(Buffer.from(await answer.arrayBuffer())).length;
}
