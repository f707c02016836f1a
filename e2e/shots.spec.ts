import { mkdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { sitePages } from './support/pages.ts';
import { expect, hydrated, test } from './support/test.ts';
import { type Locale, say } from './support/words.ts';

// `make shots`: pictures of every page, for people who look at them. KAIIN_SHOTS names the
// folder they go to. Without it one page is taken, which shows that pictures can be: painting
// needs a browser.
const folder = process.env.KAIIN_SHOTS;
const pages = folder ? sitePages : sitePages.slice(0, 1);
const languages = folder ? (['ja', 'en'] as const) : (['ja'] as const);
const widths = [375, 1280];
const themes = ['light', 'dark'];
const locales: Record<Locale, string> = { ja: 'ja-JP', en: 'en-US' };

for (const lang of languages) {
  test.describe(lang, () => {
    test.use({ locale: locales[lang] });
    for (const [n, { name, status, title, words, open }] of pages.entries()) {
      test(`pictures of ${name}`, async ({ page, context }, info) => {
        const { visitor, path } = await open(lang);
        await context.addCookies(visitor.cookies());
        const to = folder ?? info.outputPath('shots');
        mkdirSync(to, { recursive: true });
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          const answer = await page.goto(path, { waitUntil: 'networkidle' });
          expect(answer?.status(), 'the page itself, not one about a fault').toBe(status);
          await hydrated(page);
          if (title)
            await expect(page.getByRole('heading', { level: 1 })).toContainText(say(lang, title, words?.(lang)));
          const pictures: Buffer[] = [];
          for (const theme of themes) {
            await paint(page, theme);
            const place = `${String(n + 1).padStart(2, '0')}-${name.replace(/[^a-z0-9]+/gi, '-')}`;
            const path = `${to}/${place}.${width}.${lang}.${theme}.png`;
            pictures.push(await page.screenshot({ path, fullPage: true, animations: 'disabled' }));
          }
          const different = new Set(pictures.map((picture) => picture.toString('base64'))).size;
          expect(different, 'the themes do not look alike').toBe(themes.length);
        }
      });
    }
  });
}

/**
 * Shows the page as a store with this theme does: the theme is on the root element and nowhere
 * else.
 */
const paint = (page: Page, theme: string) =>
  page.evaluate((name) => {
    const root = document.documentElement;
    root.className = root.className.replace(/\btheme-\S+/, `theme-${name}`);
    root.dataset.theme = name;
  }, theme);
