import { readdirSync, readFileSync } from 'node:fs';
import type { Response } from '@playwright/test';
import { site } from './harness/addresses.ts';
import { expectAccessible, expectFits, expectFitsLargeText } from './support/axe.ts';
import { expectWholeLines } from './support/lines.ts';
import { type Part, readMarkup } from './support/markup.ts';
import { headingOf, pageOfLayout, sitePages, storeName } from './support/pages.ts';
import { viewsOf } from './support/pairs.ts';
import { expectNoShift } from './support/shift.ts';
import { expect, hydrated, test } from './support/test.ts';
import { weighScripts } from './support/weight.ts';
import type { Locale } from './support/words.ts';

/** The cookie of a language that somebody chose. */
const cookieOf = (lang: Locale) => ({ name: 'locale', value: lang, url: site, sameSite: 'Lax' as const });

/**
 * What the HTML tells programs that show a link to the page: its name, a description of its own,
 * one address without a query.
 */
function expectNamed(parts: Part[], name: string, at: string): void {
  const meta = (key: string) =>
    parts.find(({ attributes }) => (attributes.property ?? attributes.name) === key)?.attributes.content ?? '';
  expect(meta('og:title')).toContain(name);
  expect(meta('description')).not.toBe('');
  expect(meta('og:description')).toBe(meta('description'));
  expect(meta('theme-color')).toMatch(/^#[0-9a-f]{6}$/);
  expect(meta('og:image')).toMatch(/^https?:/);
  expect(meta('twitter:card')).toBe('summary_large_image');
  const { pathname } = new URL(at);
  const canonical = parts.find(({ attributes }) => attributes.rel === 'canonical')?.attributes.href;
  const languages = parts
    .filter(({ attributes }) => attributes.rel === 'alternate')
    .map(({ attributes }) => attributes.href);
  if (!/^\/(plans(\/[^/]+)?|privacy|terms|app\/licenses)?$/.test(pathname)) {
    expect([canonical, ...languages], 'a page that search engines leave out').toEqual([undefined]);
    return;
  }
  expect(canonical).toBe(`${site}${pathname}`);
  expect(languages).toEqual(['?ui_locales=ja', '?ui_locales=en', ''].map((query) => `${site}${pathname}${query}`));
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

test('the layouts that a page is looked at of are those of the site', () => {
  const routes = new URL('../web/pages/', import.meta.url);
  const files = readdirSync(routes, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const layouts = files.flatMap(
    (file) => /withLayout\((\w+)/.exec(readFileSync(new URL(file, routes), 'utf8'))?.[1] ?? [],
  );
  const ofStaff = ['AsMember', 'Desk']; // staff.spec.ts looks at them
  expect(new Set(layouts)).toEqual(new Set([...Object.keys(pageOfLayout), ...ofStaff]));
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const [n, [layout, sitePage]] of Object.entries(pageOfLayout).entries()) {
    test(`${layout}: ${sitePage.name}`, async ({ page, context }) => {
      const { lang, width } = viewsOf(n)[0];
      const { visitor, path } = await sitePage.open(lang);
      await context.addCookies(visitor.cookies());
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(headingOf(sitePage, lang));
      for (const text of sitePage.shows?.(lang) ?? []) await expect(page.locator('body')).toContainText(text);
    });
  }
});

for (const [n, sitePage] of sitePages.entries()) {
  const { name, rows, status, title, shows, open } = sitePage;
  test(`${name}: ${rows} X-002 X-003 X-004`.replace(/ +/g, ' '), async ({ page, context, watch }) => {
    const views = viewsOf(n);
    const { visitor, path } = await open(views[0].lang);
    await context.addCookies(visitor.cookies());

    for (const [view, { lang, width }] of views.entries()) {
      await test.step(`${lang}, ${width} px`, async () => {
        const h1 = headingOf(sitePage, lang);
        await context.addCookies([cookieOf(lang)]);
        await page.setViewportSize({ width, height: 800 });
        const scripts = weighScripts(page);
        const answer = (await page.goto(path)) as Response;
        await hydrated(page);
        await test.step('without JavaScript: the HTML as it was sent', async () => {
          const parts = readMarkup(await answer.text());
          const texts = (name: string) => parts.filter((part) => part.name === name).map(({ text }) => text);
          expect(answer.status()).toBe(status);
          expect(parts[0]).toMatchObject({ name: 'html', attributes: { lang } });
          expect(texts('h1')).toEqual([expect.stringContaining(h1)]);
          for (const text of shows?.(lang) ?? []) expect(texts('body')[0]).toContain(text);
          await test.step('P-11', () => expectNamed(parts, title === null ? storeName[lang] : h1, answer.url()));
        });

        const seen = await page.evaluate(() => ({
          title: document.title,
          headings: [...document.querySelectorAll('h1')]
            .filter((h1) => h1.checkVisibility())
            .map((h1) => h1.textContent),
        }));
        expect(seen.headings).toEqual([expect.stringContaining(h1)]);
        if (title === null) expect(seen.title).toContain(storeName[lang]);
        else expect(seen.title).toBe(`${h1} | ${storeName[lang]}`);
        await expectNoShift(page);
        await scripts.untouched();
        await expectAccessible(page, { seen: view === 1 });
        await expectWholeLines(page);
        await page.setViewportSize({ width: 320, height: 640 });
        await expectFits(page);
        if (view === 1) await expectFitsLargeText(page);
        await page.setViewportSize({ width: width === 375 ? 1280 : 375, height: 800 }); // that of the other view
        await expectWholeLines(page);
        if (view === 1) await scripts.touched();
        // A browser that fills in passkeys gets what it needs for that with the first touch.
        const calls = watch.operations.filter((name) => name !== 'StartPasskey');
        expect(calls, 'calls made after the page was there').toEqual([]);
      });
    }
  });
}
