import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';

const most = 230 * 1024;
const known = new Map<string, Promise<number>>();

/** Weighs the scripts that the page loads from now on; the answer says whether they are few enough. */
export function weighScripts(page: Page): () => Promise<void> {
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (answer) => {
    if (answer.request().resourceType() !== 'script') return;
    const url = answer.url();
    const size = known.get(url) ?? packed(url);
    known.set(url, size);
    sizes.set(url, size);
  });
  return async () => {
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
