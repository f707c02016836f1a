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
  become: async ({ context }, use) => use((member) => context.addCookies(member.cookies())),
});

export { expect };

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
