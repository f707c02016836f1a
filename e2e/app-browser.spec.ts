import { site } from './harness/addresses.ts';
import { sitePages } from './support/pages.ts';
import { expect, hydrated, test } from './support/test.ts';

// The store's own app shows every page in its browser, and brings menus of its own.

test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile PVS/1/2' });

/** Areas that it does not link to, and the part of the address of an external account's linking (G§6, M§2). */
const areas = ['/withdraw', '/mypage/profile/edit', '/mypage/connections'];
const within = (area: string, path: string) => path === area || path.startsWith(`${area}/`);

function hidden(href: string, at: string): boolean {
  const { origin, pathname, search } = new URL(href, site);
  if (origin !== site || pathname === at) return false; // the same page in another language
  if (['/plans', '/mypage/plans'].includes(pathname) || search.includes('enableExternalAuth')) return true;
  return areas.some((area) => within(area, pathname) && !within(area, at));
}

for (const { name, status, title, words, heading, open } of sitePages) {
  test(`${name}, in the app: L-142 L-171 L-172 L-173 L-174 L-175 A-195`, async ({ page, context, lang, say }) => {
    const { visitor, path } = await open(lang);
    await context.addCookies(visitor.cookies());
    const answer = await page.goto(path);
    expect(answer?.status(), 'only links are hidden: the page is there').toBe(status);
    await hydrated(page);
    const h1 = heading?.(lang) ?? (title === null ? '' : say(title, words?.(lang)));
    await expect(page.getByRole('heading', { level: 1 })).toContainText(h1);
    for (const menu of ['nav.main', 'nav.account', 'footer.links', 'footer.social'])
      await expect(page.getByRole('navigation', { name: say(`common:${menu}`) })).toHaveCount(0);
    await expect(page.getByLabel(say('common:nav.profile'))).toHaveCount(0);
    await expect(page.getByRole('heading', { name: say('social:block.title') })).toHaveCount(0);
    const { pathname } = new URL(page.url());
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(links.filter((href) => hidden(href, pathname))).toEqual([]);
  });
}
