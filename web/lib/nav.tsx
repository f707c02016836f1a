import Router, { useRouter } from 'next/router';
import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
} from 'react';
import { useRoot } from './pageContext';
import { fetchPageList } from './pageList';
import { hiddenInApp, sameOriginPath } from './paths';

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; ref?: Ref<HTMLAnchorElement> };

/** A page that is shown inside of another one. */
type Inside = {
  /** Its own address, which is not the browser's. */
  address: string;
  /** Where its links lead in place of theirs; undefined: nowhere. */
  lead: (href: string) => string | undefined;
  /** What is above it, but for the link that skips that. */
  above: ReactNode;
};

export const InsideContext = createContext<Inside | null>(null);

/** Where a link to an address leads. */
function useLead(): (href: string) => string | undefined {
  return useContext(InsideContext)?.lead ?? unchanged;
}

const unchanged = (href: string) => href;

/**
 * A link inside the site: followed without a reload. Its page's code is fetched when the pointer
 * comes near, not for every link in sight. It is a bare anchor but for its handlers: Next's own
 * link took a tenth of the time of rendering a page. The app's browser shows none to what is
 * hidden there.
 */
export function Link({ href, onClick, ...props }: Props) {
  const { isApp } = useRoot();
  const address = useAddress();
  const lead = useLead();
  const prepare = () => {
    if (!sameOriginPath(href)) return;
    void fetchPageList();
    void Router.prefetch(href, href, { priority: true }).catch(() => {});
  };
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || isForBrowser(event) || !sameOriginPath(href)) return;
    event.preventDefault();
    void go(href);
  };
  if (isApp && hiddenInApp(href, address)) return null;
  const to = lead(href);
  return <a href={to} onMouseEnter={prepare} onTouchStart={prepare} onFocus={prepare} onClick={follow} {...props} />;
}

/** New tab, new window, download: whatever is more than following the link. */
export function isForBrowser(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  if ((target && target !== '_self') || event.currentTarget.hasAttribute('download')) return true;
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
}

/** A link that leaves the site: new tab, and the other side gets no handle on ours. */
export function ExternalLink(props: Omit<Props, 'target' | 'rel'>) {
  return <PlainLink target="_blank" rel="noopener noreferrer" {...props} />;
}

/** A link that the browser follows by itself, such as to a document. */
export function PlainLink({ href, ...props }: Props) {
  const lead = useLead();
  return <a href={lead(href)} {...props} />;
}

/**
 * Follows an address the server gave: a page of this site without a reload, anything else by a full
 * navigation. Resolves when the page has changed.
 */
export async function go(address: string, how: 'push' | 'replace' = 'push'): Promise<void> {
  if (!sameOriginPath(address)) return window.location[how === 'push' ? 'assign' : 'replace'](address);
  const coming = fetchPageList(); // Next itself would wait no longer than four seconds
  if (coming) await coming;
  await Router[how](address);
}

/**
 * Calls back each time the page has changed without a reload. `arrived` stays the same while the
 * component is mounted.
 */
export function useArrival(arrived: () => void): void {
  useEffect(() => {
    Router.events.on('routeChangeComplete', arrived);
    return () => Router.events.off('routeChangeComplete', arrived);
  }, [arrived]);
}

/**
 * Calls back with the fragment of the address, such as `#settings`: at first, and each time that a
 * link has been followed to a part of the page, the same one included. `arrived` stays the same
 * while the component is mounted.
 */
export function useFragment(arrived: (fragment: string) => void): void {
  useEffect(() => {
    const look = () => arrived(window.location.hash);
    look();
    Router.events.on('hashChangeComplete', look);
    return () => Router.events.off('hashChangeComplete', look);
  }, [arrived]);
}

/** Path and query of the page in sight; only in the browser. */
export function here(): string {
  return window.location.pathname + window.location.search;
}

/**
 * The address in sight as the server saw it: path and query, the same while rendering on
 * either side.
 */
export function useAddress(): string {
  const inside = useContext(InsideContext);
  const { asPath } = useRouter();
  return inside?.address ?? asPath;
}
