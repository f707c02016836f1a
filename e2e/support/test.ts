import { test as base, expect } from '@playwright/test';
import { site } from '../harness/addresses.ts';
import { Contexts } from '../harness/contexts.ts';
import { Hands } from './hands.ts';
import { Member, type OrderOptions } from './member.ts';
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
  /** Makes a new member who reads the language of the browser, and the browser theirs. */
  signedIn: (about?: { nickname?: string }) => Promise<Member>;
  /**
   * Makes a new member with a card, whose browser is on the page that confirms an order of the
   * plan.
   */
  ordered: (planId: string, options?: OrderOptions) => Promise<Member>;
};

type WorkerFixtures = {
  /** The contexts that the tests of a worker share. */
  contexts: Contexts;
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  by: ['pointer', { option: true }],
  hands: async ({ page, by, say }, use) => use(new Hands(page, by, say)),
  lang: async ({ locale }, use) => use(locale?.startsWith('en') ? 'en' : 'ja'),
  say: async ({ lang }, use) => use((key, values) => sayIn(lang, key, values)),
  watch: [
    // Not of `context`: a test that calls the server alone starts no browser.
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const watch = new Watch();
      await use(watch);
      expect(watch.complaints, 'what the pages complained about').toEqual([]);
    },
    { auto: true },
  ],
  contexts: [async ({ browser }, use) => use(new Contexts(browser, site)), { scope: 'worker' }],
  // Playwright's own is made anew for each test. What journeys set by `use` is named here, as it
  // tells contexts apart.
  context: async (
    {
      baseURL,
      contexts,
      extraHTTPHeaders,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      locale,
      timezoneId,
      userAgent,
      viewport,
      watch,
    },
    use,
    info,
  ) => {
    const context = await contexts.take({
      baseURL,
      extraHTTPHeaders,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      locale,
      timezoneId,
      userAgent,
      viewport,
    });
    watch.listen(context);
    await use(context);
    await contexts.giveBack(context, { keep: info.status === info.expectedStatus });
  },
  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),
  become: async ({ context }, use) => use((member) => context.addCookies(member.cookies())),
  signedIn: async ({ lang, become }, use) =>
    use(async (about) => {
      const member = await Member.create({ locale: lang, ...about });
      await become(member);
      return member;
    }),
  ordered: async ({ page, signedIn }, use) =>
    use(async (planId, options) => {
      const member = await signedIn();
      await member.order(planId, await member.registerCard(), options);
      await page.goto(`/plans/${planId}/confirm`);
      return member;
    }),
});

export { heading, hydrated } from './arrival.ts';
export { expect };
