import { site } from './harness/addresses.ts';
import { expectAccessible, expectFits320 } from './support/axe.ts';
import { expectWholeLines } from './support/lines.ts';
import { sitePages } from './support/pages.ts';
import { viewsOf } from './support/pairs.ts';
import { expectNoShift } from './support/shift.ts';
import { expect, hydrated, test } from './support/test.ts';
import { Watch } from './support/watch.ts';
import { weighScripts } from './support/weight.ts';
import { type Locale, say } from './support/words.ts';

const storeName: Record<Locale, string> = { ja: '灯台座', en: 'Todaiza' };

/** The HTML as it was sent, without the data and scripts in it: what a browser shows before it runs anything. */
const markup = (html: string) =>
  html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<!-- -->/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** What the HTML tells programs that show a link to the page: its name, a description of its own, one address without a query. */
function expectNamed(html: string, name: string, at: string): void {
  const meta = (key: string) => new RegExp(`<meta (?:name|property)="${key}" content="([^"]*)"`).exec(html)?.[1] ?? '';
  expect(meta('og:title')).toContain(name);
  expect(meta('description')).not.toBe('');
  expect(meta('og:description')).toBe(meta('description'));
  expect(meta('theme-color')).toMatch(/^#[0-9a-f]{6}$/);
  expect(meta('og:image')).toMatch(/^https?:/);
  const { pathname, search } = new URL(at, site);
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];
  if (!search.includes('token=')) expect(canonical).toBe(`${site}${pathname}`);
  else expect(canonical, 'a page whose address is a secret').toBeUndefined();
}

test('a phone may draw between a page and Next: S-09', async ({ request }) => {
  const modulesOf = async (path: string) => {
    const html = await (await request.get(path)).text();
    return [...html.matchAll(/"runtimeModuleIds":\[(\d+),(\d+)\]/g)].map(([, first, second]) => ({ first, second }));
  };
  const modules = [...(await modulesOf('/')), ...(await modulesOf('/login'))];
  expect(modules).toHaveLength(4);
  expect(new Set(modules.map(({ second }) => second)).size, 'Next is named second everywhere').toBe(1);
  expect(new Set(modules.map(({ first }) => first)).size, 'the frame and two pages come first').toBe(3);
});

for (const [n, { name, rows, status, title, words, heading, shows, open }] of sitePages.entries()) {
  test(`${name}: ${rows} X-002 X-003 X-004`.replace(/ +/g, ' '), async ({ page, context, browser, watch }) => {
    const views = viewsOf(n);
    const { visitor, path } = await open(views[0].lang);
    const headingIn = (lang: Locale) =>
      heading?.(lang) ?? (title === null ? storeName[lang] : say(lang, title, words?.(lang)));

    for (const { lang, width } of views) {
      await test.step(`${lang}, ${width} px`, async () => {
        const h1 = headingIn(lang);
        visitor.speak(lang);
        const at = await visitor.follow(path); // the page itself, after the redirects that lead to it
        const first = await visitor.get(at);
        const html = markup(first.text);
        expect(first.status).toBe(status);
        expect(html).toContain(`<html lang="${lang}"`);
        expect(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1]?.replace(/<[^>]+>/g, '')).toContain(h1);
        for (const text of shows?.(lang) ?? []) expect(html).toContain(text);
        await test.step('P-11', () => expectNamed(html, h1, at));

        await page.setViewportSize({ width, height: 800 });
        await context.addCookies(visitor.cookies());
        const expectLight = weighScripts(page);
        const answer = await page.goto(path);
        expect(answer?.status()).toBe(status);
        await hydrated(page);
        await expect(page.getByRole('heading', { level: 1 })).toContainText(h1);
        await expect(page).toHaveTitle(title === null ? new RegExp(storeName[lang]) : `${h1} | ${storeName[lang]}`);
        await expectNoShift(page);
        await expectAccessible(page);
        await expectFits320(page);
        await expectWholeLines(page);
        await expectLight();
        expect(watch.operations, 'calls made after the page was there').toEqual([]);
      });
    }

    await test.step('without JavaScript', async () => {
      const { lang, width } = views[n % 2 ? 0 : 1];
      visitor.speak(lang);
      const plain = await browser.newContext({
        javaScriptEnabled: false,
        viewport: { width, height: 800 },
        baseURL: site,
      });
      const plainWatch = new Watch(plain);
      await plain.addCookies(visitor.cookies());
      const shown = await plain.newPage();
      await shown.goto(path);
      await expect(shown.getByRole('heading', { level: 1 })).toContainText(headingIn(lang));
      for (const text of shows?.(lang) ?? []) await expect(shown.locator('body')).toContainText(text);
      await plain.close();
      expect(plainWatch.complaints, 'what the page complained about').toEqual([]);
    });
  });
}
