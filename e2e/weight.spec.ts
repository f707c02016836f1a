import { gzipSync } from 'node:zlib';
import { sitePages } from './support/pages.ts';
import { expect, hydrated, test } from './support/test.ts';

const most = 230 * 1024;

for (const { name, open } of sitePages.filter(
  ({ name }) => !/^(error|an unknown|a plan that|somebody)/.test(name) || name === 'error 404',
)) {
  test(`${name}: at most 230 KB of JavaScript, packed`, async ({ page, context, lang }) => {
    const { visitor, path } = await open(lang);
    await context.addCookies(visitor.cookies());
    const sizes: Promise<number>[] = [];
    page.on('response', (answer) => {
      if (answer.request().resourceType() === 'script') {
        sizes.push(answer.body().then((body) => gzipSync(body).length));
      }
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await hydrated(page);
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(sizes.length).toBeGreaterThan(0);
    expect(total, `${Math.round(total / 1024)} KB`).toBeLessThanOrEqual(most);
  });
}
