import { pathOf, paths, sameOriginPath } from '@/lib/paths';

/**
 * Where a page of cancelling leads back to, and the key of its words. What is no path of this site
 * leads to the contract.
 */
export function former(returnTo: string | null, id: string) {
  const path = sameOriginPath(returnTo);
  if (!path) return { href: paths.subscription(id), words: 'subscription:back.contract' } as const;
  if (pathOf(path) === paths.withdraw) return { href: path, words: 'common:back.withdraw' } as const;
  if (pathOf(path) === paths.mypagePlans) return { href: path, words: 'common:back.plans' } as const;
  return { href: path, words: 'subscription:back.former' } as const;
}
