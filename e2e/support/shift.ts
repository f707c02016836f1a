import { expect, type Page } from '@playwright/test';

type Source = { node?: Node; previousRect: DOMRect; currentRect: DOMRect };

/**
 * Fails when something on the page moved by itself since it began to show: its cumulative layout
 * shift is not 0.
 */
export async function expectNoShift(page: Page): Promise<void> {
  const moved = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const moved: string[] = [];
        new PerformanceObserver((list) => {
          for (const { sources } of list.getEntries() as (PerformanceEntry & { sources: Source[] })[])
            for (const { node, previousRect: from, currentRect: to } of sources)
              moved.push(
                `${JSON.stringify(from)} to ${JSON.stringify(to)}: ${(node as Element)?.outerHTML?.slice(0, 200)}`,
              );
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(moved), 50));
      }),
  );
  expect(moved, `what moved on ${page.url()}`).toEqual([]);
}
