import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** axe finds nothing on the page as it stands: WCAG 2.2 AA and its best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: rules, resultTypes: ['violations'] }) // only what it finds is told in full, which is dear
    .setLegacyMode()
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
}

/** Nothing on the page is wider than a phone of 320 px, so that nobody has to scroll sideways. */
export async function expectFits320(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const wide = await page.evaluate(() => {
    const limit = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= limit) return [];
    const parts = [...document.body.querySelectorAll('*')].filter(
      (part) => part.getBoundingClientRect().right > limit + 1,
    );
    return parts.slice(0, 5).map((part) => `${part.tagName} ${part.className} ${part.textContent?.slice(0, 40)}`);
  });
  expect(wide, `wider than 320 px on ${page.url()}`).toEqual([]);
  if (before) await page.setViewportSize(before);
}
