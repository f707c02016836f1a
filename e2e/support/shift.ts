import { expect, type Page } from '@playwright/test';

/** Fails when something on the page moved by itself since it began to show: its cumulative layout shift is not 0. */
export async function expectNoShift(page: Page): Promise<void> {
  const moved = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const moved: string[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node?: Node }[] })[])
            moved.push(...entry.sources.map(({ node }) => (node as Element)?.outerHTML?.slice(0, 200) ?? '?'));
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(moved), 50));
      }),
  );
  expect(moved, `what moved on ${page.url()}`).toEqual([]);
}
