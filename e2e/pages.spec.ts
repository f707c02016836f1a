import { expectAccessible, expectFits320 } from './support/axe.ts';
import { sitePages } from './support/pages.ts';
import { expectNoShift } from './support/shift.ts';
import { expect, hydrated, test } from './support/test.ts';
import type { Visitor } from './support/visitor.ts';
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

for (const [lang, locale, width] of [
  ['ja', 'ja-JP', 1280],
  ['en', 'en-US', 375],
] as const) {
  test.describe(`in ${lang === 'ja' ? 'Japanese' : 'English'}, ${width} px wide`, () => {
    test.use({ locale, viewport: { width, height: 800 } });

    for (const { name, rows, status, title, words, shows, open } of sitePages) {
      test(`${name}: ${rows} X-002 X-003 X-004`.replace(/ +/g, ' '), async ({ page, context, watch }) => {
        const { visitor, path } = await open(lang);
        const h1 = title === null ? storeName[lang] : say(lang, title, words?.(lang));

        const first = await arrive(visitor, path);
        const html = markup(first.text);
        expect(first.status).toBe(status);
        expect(html).toContain(`<html lang="${lang}"`);
        expect(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1]?.replace(/<[^>]+>/g, '')).toContain(h1);
        for (const text of shows?.(lang) ?? []) expect(html).toContain(text);

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
        await expectLight();
        expect(watch.operations, 'calls made after the page was there').toEqual([]);
      });
    }
  });
}

/** The page itself, after the redirects that lead to it. */
async function arrive(visitor: Visitor, path: string) {
  return visitor.get(await visitor.follow(path));
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const { name, title, words, shows, open } of sitePages) {
    test(`${name} still shows what it has to say`, async ({ page, context, lang }) => {
      const { visitor, path } = await open(lang);
      await context.addCookies(visitor.cookies());
      await page.goto(path);
      const h1 = title === null ? storeName[lang] : say(lang, title, words?.(lang));
      await expect(page.getByRole('heading', { level: 1 })).toContainText(h1);
      for (const text of shows?.(lang) ?? []) await expect(page.locator('body')).toContainText(text);
    });
  }
});
