import { sameOriginPath } from '@/lib/paths';

/**
 * Keeps a form at work while the browser leaves for the bank, so that its button takes no second press on the way. It ends when
 * the member comes back to the page as it was left. An address on this site is no leaving: following it is awaited already.
 */
export function leaving(to: string | null | undefined): Promise<void> {
  if (!to || sameOriginPath(to)) return Promise.resolve();
  return new Promise((resolve) => window.addEventListener('pageshow', () => resolve(), { once: true }));
}
