import { test as base, expect } from '@playwright/test';
import { Hands } from './hands.ts';
import type { Member } from './member.ts';
import { Watch } from './watch.ts';
import { type Locale, say as sayIn } from './words.ts';

type Fixtures = {
  /** What the member has in the hand. */
  by: 'pointer' | 'keyboard';
  /** The member at the page. */
  hands: Hands;
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
  by: ['pointer', { option: true }],
  hands: async ({ page, by, say }, use) => use(new Hands(page, by, say)),
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

export { heading, hydrated } from './arrival.ts';
export { expect };
