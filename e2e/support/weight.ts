import { gzipSync } from 'node:zlib';
import { expect, type Page, type Request } from '@playwright/test';

/**
 * Bytes, packed: before anybody touches the page, and with its first field touched. Next's list of
 * all pages comes with the touch, and grows with each page of the site.
 */
const most = { untouched: 176 * 1024, touched: 236 * 1024 };
/** What waits for a touch, by a text that only its script has. */
const later = { Apollo: 'ROOT_MUTATION', zod: '_zod' };

type Script = { size: number; text: string };
const known = new Map<string, Promise<Script>>();

/** What `weighScripts` answers. */
export type Weighing = {
  /**
   * The scripts that have come are little enough, with nothing among them that no untouched page
   * needs (S-09).
   */
  untouched: () => Promise<void>;
  /**
   * So they are after the first field was touched, which brings what checks and sends the
   * form (B-06).
   */
  touched: () => Promise<void>;
};

/** Weighs the scripts that the page loads from now on. */
export function weighScripts(page: Page): Weighing {
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

  return {
    untouched: async () => {
      expect(scripts.size, `scripts of ${page.url()}`).toBeGreaterThan(0);
      const { total, late } = await brought();
      if (await page.evaluate(() => document.activeElement !== document.body)) return light(total, most.touched);
      expect(late, `scripts that came untouched on ${page.url()}`).toEqual([]);
      light(total, most.untouched);
    },
    touched: async () => {
      // A form with an address is sent by the browser.
      const touched = await page.evaluate(async () => {
        const fields = document.querySelectorAll<HTMLElement>(
          'main form:not([action]) :is(input:not([hidden]), select, textarea)',
        );
        const field = [...fields].find((one) => one.checkVisibility());
        field?.blur(); // a page may have begun with the focus there, which nothing is fetched for
        field?.focus();
        await new Promise(requestAnimationFrame);
        return field !== undefined;
      });
      if (!touched) return;
      await expect.poll(() => underWay, 'scripts that are still loading').toBe(0);
      const { total, late } = await brought();
      expect(late, `what the form of ${page.url()} needs`).toContain('Apollo');
      light(total, most.touched);
    },
  };
}

// Fetched once more, as Chromium does not keep the bodies of a page that it has left.
async function fetched(url: string): Promise<Script> {
  const body = Buffer.from(await (await fetch(url)).arrayBuffer());
  return { size: gzipSync(body).length, text: body.toString() };
}
