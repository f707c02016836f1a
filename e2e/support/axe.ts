import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { shapeOf } from './shape.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
// Those whose finding may be another one in another language or at another width.
const byWords = `
  document-title html-has-lang html-lang-valid valid-lang page-has-heading-one empty-heading button-name
  link-name input-button-name aria-command-name aria-dialog-name aria-input-field-name
  aria-toggle-field-name aria-meter-name aria-progressbar-name aria-tab-name aria-tooltip-name
  aria-treeitem-name label label-title-only label-content-name-mismatch select-name summary-name image-alt
  image-redundant-alt input-image-alt role-img-alt svg-img-alt frame-title landmark-unique
  table-duplicate-name empty-table-header autocomplete-valid`;
const byWidth = `
  target-size scrollable-region-focusable css-orientation-lock meta-viewport heading-order region bypass
  skip-link landmark-one-main landmark-no-duplicate-banner landmark-no-duplicate-contentinfo
  aria-hidden-focus focus-order-semantics`;
const again = `${byWords} ${byWidth}`.trim().split(/\s+/);

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * axe finds nothing on the page as it is: WCAG 2.2 AA and its best practices. Of a page whose shape
 * it has seen whole in another language or width, or `seen`, it asks only what depends on these; of
 * one that it has seen in this very view nothing. It was half of what the journeys cost.
 */
export async function expectAccessible(page: Page, { seen = false } = {}): Promise<void> {
  const { inThisView, inAnother } = await shapeOf(page);
  if (inThisView.before) return;
  const isKnown = seen || inAnother.before;
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source);
  const options: axe.RunOptions = {
    runOnly: isKnown ? { type: 'rule', values: again } : tags,
    iframes: false, // the only frames are of other origins, or sandboxed
    resultTypes: ['violations'], // only what it finds is told in full, which takes long
  };
  const found = await page.evaluate(async (options) => {
    // A colour on its way to another one, as that of a button that may be pressed again in a
    // moment, is judged as if it were there.
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }');
    document.adoptedStyleSheets.push(still);
    const results = await window.axe?.run(document, options);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    return results?.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
    );
  }, options);
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
  const after = await shapeOf(page);
  if (after.inThisView.shape !== inThisView.shape) return; // it changed meanwhile: what axe saw is not sure
  if (!seen || inAnother.before) inThisView.note();
  if (!isKnown) inAnother.note();
}

/**
 * Nothing on the page is wider than a phone of 320 px, so that no visitor has to scroll sideways.
 */
export async function expectFits320(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);
  if (before) await page.setViewportSize(before);
}

/**
 * Nothing on the page is wider than a phone for people who have their text twice as large (U-9,
 * WCAG 1.4.4).
 */
export async function expectFitsLargeText(page: Page): Promise<void> {
  await page.setViewportSize({ width: 375, height: 812 });
  const size = (percent: string) =>
    page.evaluate((text) => {
      document.documentElement.style.fontSize = text;
    }, percent);
  await size('200%');
  await expectFits(page);
  await size('');
}

/** Nothing on the page is wider than the page is now. */
export async function expectFits(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const limit = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= limit) return [];
    const parts = [...document.body.querySelectorAll('*')].filter(
      (part) => part.getBoundingClientRect().right > limit + 1,
    );
    return parts.slice(0, 5).map((part) => `${part.tagName} ${part.className} ${part.textContent?.slice(0, 40)}`);
  });
  expect(wide, `wider than ${page.viewportSize()?.width} px on ${page.url()}`).toEqual([]);
}
