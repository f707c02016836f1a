import { hiddenInApp, paths } from '@/lib/paths';
import type { StoreSettings } from '@/lib/root';

export type FooterLink = StoreSettings['footers']['footerLinks'][number];

/** Pages of ours that a footer link of type `default` may name. */
const ownPages: Record<string, string> = {
  terms: paths.terms,
  privacy: paths.privacy,
  licenses: paths.licenses,
  plans: '/plans',
  login: '/login',
  logout: '/logout',
  signup: '/signup',
  mypage: '/mypage',
  withdraw: '/withdraw',
};

/**
 * `login` links for members, `logout` links for visitors, `other` ones always; what is switched
 * off, never.
 */
export function visibleLinks(links: readonly FooterLink[], loggedIn: boolean, isApp: boolean): FooterLink[] {
  return links.filter((link) => {
    const href = hrefOf(link);
    if (!link.enable || !href) return false;
    if (isApp && hiddenInApp(href, '/')) return false;
    if (link.display_type === 'login') return loggedIn;
    if (link.display_type === 'logout') return !loggedIn;
    return true;
  });
}

/**
 * Where a link leads: a page of ours by its name, or the address the store gave; null when it
 * is neither.
 */
export function hrefOf({ type, value, name }: FooterLink): string | null {
  if (type !== 'url') return ownPages[value] ?? ownPages[name] ?? (value.startsWith('/') ? value : null);
  return /^(https?:\/\/|mailto:|tel:|\/(?!\/))/.test(value) ? value : null;
}
