import { gzipSync } from 'node:zlib';
import { expect, type Page, type Request } from '@playwright/test';

/** Bytes, packed: before anybody touches the page, and with its first field touched. */
const most = { untouched: 175 * 1024, touched: 230 * 1024 };
/** What waits for a touch, by a text that only its script has. */
const later = { Apollo: 'ROOT_QUERY', zod: '_zod' };

type Script = { size: number; text: string };
const known = new Map<string, Promise<Script>>();

/**
 * Weighs the scripts that the page loads from now on. The answer says whether they are little enough, with nothing among them that
 * no untouched page needs (S-09), and again after it has touched the first field, which brings what checks and sends the form (B-06).
 */
export function weighScripts(page: Page): () => Promise<void> {
  const scripts = new Map<string, Promise<Script>>();
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
    const script = known.get(url) ?? fetched(url);
    known.set(url, script);
    scripts.set(url, script);
  });
  const brought = async () => {
    const all = await Promise.all(scripts.values());
    const names = Object.entries(later).filter(([, text]) => all.some((script) => script.text.includes(text)));
    return { total: all.reduce((sum, { size }) => sum + size, 0), late: names.map(([name]) => name) };
  };
  const light = (total: number, bound: number) =>
    expect(total, `${Math.round(total / 1024)} KB of JavaScript, packed, on ${page.url()}`).toBeLessThanOrEqual(bound);

  return async () => {
    expect(scripts.size, `scripts of ${page.url()}`).toBeGreaterThan(0);
    const before = await brought();
    const focused = await page.evaluate(() => document.activeElement !== document.body);
    if (!focused) {
      expect(before.late, `scripts that came untouched on ${page.url()}`).toEqual([]);
      light(before.total, most.untouched);
    }
    const field = page.locator('main form:not([action])').locator('input, select, textarea').first(); // one with an address is sent by the browser
    if ((await field.count()) > 0) {
      await field.focus();
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await expect.poll(() => underWay, 'scripts that are still loading').toBe(0);
      expect((await brought()).late, `what the form of ${page.url()} needs`).toContain('Apollo');
    }
    light((await brought()).total, most.touched);
  };
}

// Fetched once more, as Chromium does not keep the bodies of a page that it has left.
async function fetched(url: string): Promise<Script> {
  const body = Buffer.from(await (await fetch(url)).arrayBuffer());
  return { size: gzipSync(body).length, text: body.toString() };
}
