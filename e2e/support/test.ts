import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import type { Member } from './member.ts';
import { Watch } from './watch.ts';
import { type Locale, say as sayIn } from './words.ts';

type Fixtures = {
  /** The language of the browser; `test.use({ locale: 'en-US' })` makes it English. */
  lang: Locale;
  /** The product's words in the language of the browser. */
  say: (key: string, values?: Record<string, string | number>) => string;
  /** Everything the pages complained about; a test fails when there is anything left in the end. */
  watch: Watch;
  /**
   * Lets a test be tried once more where Chromium has stopped drawing the page, as it does without a graphics card once in
   * thousands of pages: nothing can be clicked then. Whatever else fails has failed.
   */
  drawing: undefined;
  /** Makes the browser the member's: their session, their language. */
  become: (member: Pick<Member, 'cookies'>) => Promise<void>;
};

export const test = base.extend<Fixtures>({
  lang: async ({ locale }, use) => use(locale?.startsWith('en') ? 'en' : 'ja'),
  say: async ({ lang }, use) => use((key, values) => sayIn(lang, key, values)),
  watch: [
    async ({ context }, use) => {
      const watch = new Watch(context);
      await use(watch);
      expect(watch.complaints, 'what the pages complained about').toEqual([]);
    },
    { auto: true },
  ],
  drawing: [
    async ({ page }, use, info) => {
      const stalled = join(info.project.outputDir, 'stalled', info.testId);
      if (info.retry > 0 && !existsSync(stalled))
        throw new Error('It failed on its own account: it is not tried again.');
      await use(undefined);
      if (info.status === info.expectedStatus || (await draws(page))) return;
      mkdirSync(dirname(stalled), { recursive: true });
      writeFileSync(stalled, '');
    },
    { auto: true },
  ],
  become: async ({ context }, use) => use((member) => context.addCookies(member.cookies())),
});

export { expect };

/** Whether Chromium still makes frames of the page. */
async function draws(page: Page): Promise<boolean> {
  if (page.isClosed()) return true;
  const frame = page.evaluate(() => new Promise<boolean>((drawn) => requestAnimationFrame(() => drawn(true))));
  const patience = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 5_000));
  return Promise.race([frame, patience]).catch(() => true);
}

/** The page's heading, once the page is there. */
export function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true });
}

/** Waits until the page answers to the member: React has taken over the server's HTML. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.getElementById('__next');
    return !!root && Object.keys(root).some((key) => key.startsWith('__reactContainer'));
  });
}
