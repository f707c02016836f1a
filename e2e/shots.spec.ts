import { mkdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { sitePages } from './support/pages.ts';
import { expect, hydrated, test } from './support/test.ts';
import { type Locale, say } from './support/words.ts';

// `make shots`: pictures of every page, for people who look at them. KAIIN_SHOTS names the folder they go to.
const folder = process.env.KAIIN_SHOTS ?? '';
const widths = [375, 1280];
const themes = ['light', 'dark'];
const locales: Record<Locale, string> = { ja: 'ja-JP', en: 'en-US' };

for (const lang of ['ja', 'en'] as const) {
  test.describe(lang, () => {
    test.use({ locale: locales[lang] });
    for (const [n, { name, status, title, words, open }] of sitePages.entries()) {
      test(name, async ({ page, context }) => {
        const { visitor, path } = await open(lang);
        await context.addCookies(visitor.cookies());
        mkdirSync(folder, { recursive: true });
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          const answer = await page.goto(path, { waitUntil: 'networkidle' });
          expect(answer?.status(), 'the page itself, not one about a fault').toBe(status);
          await hydrated(page);
          if (title)
            await expect(page.getByRole('heading', { level: 1 })).toContainText(say(lang, title, words?.(lang)));
          for (const theme of themes) {
            await paint(page, theme);
            const place = `${String(n + 1).padStart(2, '0')}-${name.replace(/[^a-z0-9]+/gi, '-')}`;
            const path = `${folder}/${place}.${width}.${lang}.${theme}.png`;
            await page.screenshot({ path, fullPage: true, animations: 'disabled' });
          }
        }
      });
    }
  });
}

/** Shows the page as a store with this theme does: the theme stands on the root element and nowhere else. */
const paint = (page: Page, theme: string) =>
  page.evaluate((name) => {
    const root = document.documentElement;
    root.className = root.className.replace(/\btheme-\S+/, `theme-${name}`);
    root.dataset.theme = name;
  }, theme);
