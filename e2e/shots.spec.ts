import { mkdirSync } from 'node:fs';
import { sitePages } from './support/pages.ts';
import { hydrated, test } from './support/test.ts';

// Pictures of every page, for people who look at them: KAIIN_SHOTS names the folder they go to.
const folder = process.env.KAIIN_SHOTS ?? '';
const widths = [375, 1280];

for (const [lang, locale] of [
  ['ja', 'ja-JP'],
  ['en', 'en-US'],
] as const) {
  test.describe(lang, () => {
    test.use({ locale });
    for (const { name, open } of sitePages) {
      test(name, async ({ page, context }) => {
        const { visitor, path } = await open(lang);
        await context.addCookies(visitor.cookies());
        mkdirSync(folder, { recursive: true });
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          await page.goto(path, { waitUntil: 'networkidle' });
          await hydrated(page);
          const file = `${name.replace(/[^a-z0-9]+/g, '-')}.${width}.${lang}.png`;
          await page.screenshot({ path: `${folder}/${file}`, fullPage: true });
        }
      });
    }
  });
}
