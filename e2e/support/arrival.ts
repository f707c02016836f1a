import type { Page } from '@playwright/test';

/** The page's heading, once the page is there. */
export function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true });
}

/**
 * Waits until the page answers to the member: React has taken over the server's HTML. The page
 * tells so by itself: to ask it again and again would have it drawn sixty times a second.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const usable = () => performance.getEntriesByName('usable').length > 0;
    if (usable()) return true;
    return new Promise<boolean>((tell) => {
      const observer = new PerformanceObserver(() => {
        if (!usable()) return;
        observer.disconnect();
        tell(true);
      });
      observer.observe({ type: 'mark', buffered: true });
    });
  });
}
