import { test as requests } from '@playwright/test';
import { site } from './harness/addresses.ts';
import { type Part, readMarkup } from './support/markup.ts';
import { headingOf, pageOfLayout, type SitePage, sitePages, storeName } from './support/pages.ts';
import { expect, hydrated, test } from './support/test.ts';
import { say } from './support/words.ts';

// The store's own app shows every page in its browser, and brings menus of its own.

const userAgent = 'Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile PVS/1/2';
const lang = 'ja';

/** The top page sells nothing there: its heading is the store's name. */
const headingInApp = (page: SitePage) => (page.name === 'home' ? storeName[lang] : headingOf(page, lang));

/**
 * Areas that it does not link to, and the part of the address of an external account's linking
 * (G§6, M§2).
 */
const areas = ['/withdraw', '/mypage/profile/edit', '/mypage/connections'];
const within = (area: string, path: string) => path === area || path.startsWith(`${area}/`);

function hidden(href: string, at: string): boolean {
  const { origin, pathname, search } = new URL(href, site);
  if (origin !== site || pathname === at) return false; // the same page in another language
  if (['/plans', '/mypage/plans'].includes(pathname) || search.includes('enableExternalAuth')) return true;
  return areas.some((area) => within(area, pathname) && !within(area, at));
}

/** The page has its heading, none of the menus and none of the links. */
function expectOfApp(parts: Part[], heading: string, at: string): void {
  const menus = ['nav.main', 'nav.account', 'nav.profile', 'footer.links', 'footer.social'];
  const labels = parts.map(({ attributes }) => attributes['aria-label'] ?? '');
  const texts = (names: RegExp) => parts.filter(({ name }) => names.test(name)).map(({ text }) => text);
  expect(texts(/^h1$/)).toEqual([expect.stringContaining(heading)]);
  for (const menu of menus) expect(labels.filter((label) => label.includes(say(lang, `common:${menu}`)))).toEqual([]);
  const social = say(lang, 'social:block.title');
  expect(texts(/^h[1-6]$/).filter((text) => text.includes(social))).toEqual([]);
  const links = parts.flatMap(({ name, attributes }) => (name === 'a' ? (attributes.href ?? []) : []));
  expect(links.length, 'links to look at').toBeGreaterThan(0);
  expect(links.filter((href) => hidden(href, new URL(at).pathname))).toEqual([]);
}

for (const page of sitePages) {
  requests(`${page.name}, in the app: L-142 L-171 L-172 L-173 L-174 L-175 A-195`, async () => {
    const { visitor, path } = await page.open(lang);
    const { status, text, at } = await visitor.with(userAgent).arrive(path);
    expect(status, 'only links are hidden: the page is there').toBe(page.status);
    expectOfApp(readMarkup(text), headingInApp(page), at);
  });
}

test.describe('in its browser', () => {
  test.use({ userAgent });

  test('no script brings them back: L-142 L-171 L-172 L-173 L-174 L-175 A-195', async ({ page, context }) => {
    for (const one of Object.values(pageOfLayout)) {
      await test.step(one.name, async () => {
        const { visitor, path } = await one.open(lang);
        await context.addCookies(visitor.cookies());
        await page.goto(path);
        await hydrated(page);
        expectOfApp(readMarkup(await page.content()), headingInApp(one), page.url());
      });
    }
  });
});
