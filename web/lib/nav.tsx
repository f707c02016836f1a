import NextLink from 'next/link';
import Router, { useRouter } from 'next/router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import { sameOriginPath } from './paths';

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; ref?: Ref<HTMLAnchorElement> };

/** A link inside the site. Its page's code is fetched when the pointer comes near, not for every link in sight. */
export function Link(props: Props) {
  return <NextLink prefetch={false} {...props} />;
}

/** A link that leaves the site: new tab, and the other side gets no handle on ours. */
export function ExternalLink(props: Props) {
  return <a {...props} target="_blank" rel="noopener noreferrer" />;
}

/**
 * Follows an address the server gave: a page of this site without a reload, anything else by a full navigation.
 * Resolves when the page has changed.
 */
export async function go(address: string, how: 'push' | 'replace' = 'push'): Promise<void> {
  if (sameOriginPath(address)) await Router[how](address);
  else window.location[how === 'push' ? 'assign' : 'replace'](address);
}

/** Path and query of the page in sight; only in the browser. */
export function here(): string {
  return window.location.pathname + window.location.search;
}

/** The address in sight as the server saw it: path and query, the same while rendering on either side. */
export function useAddress(): string {
  return useRouter().asPath;
}
