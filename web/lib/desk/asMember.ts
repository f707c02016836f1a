import type { ViewableScreen } from '@/generated/staff/enums';
import { pathOf, paths } from '../paths';
import { deskPaths } from './paths';

/** A page of a member that is shown at the desk. */
type Shown = { screen: ViewableScreen; subscriptionId: string | null };

/** What a page at the desk has that shows one of a member. */
export type AsMember = Shown & {
  accountId: string;
  /** The address at which the member has the page. */
  address: string;
};

/** The pages, by the address at which the member has them. */
export const shownPages = {
  MYPAGE: paths.mypage,
  PLANS: paths.mypagePlans,
  PAYMENT_HISTORY: paths.paymentHistory,
  PURCHASES: paths.purchases(),
  PAYMENT_METHODS: paths.paymentMethods,
  CONSENTS: '/mypage/consent',
  CONNECTIONS: paths.connections,
} as const satisfies Partial<Record<ViewableScreen, string>>;

/** The page at an address of the member; null: it is none of those that are shown. */
function pageAt(address: string): Shown | null {
  const path = pathOf(address);
  const contract = path.startsWith(paths.subscription('')) && path.slice(paths.subscription('').length);
  if (contract && !contract.includes('/'))
    return { screen: 'SUBSCRIPTION', subscriptionId: decodeURIComponent(contract) };
  const found = Object.entries(shownPages).find(([, at]) => at === path);
  return found ? { screen: found[0] as ViewableScreen, subscriptionId: null } : null;
}

/** The page that is shown below `/staff/as/{accountId}`, by what follows in the address. */
export function shownAt(accountId: string, rest: readonly string[]): AsMember | null {
  const address = [paths.mypage, ...rest.map(encodeURIComponent)].join('/');
  const page = pageAt(address);
  return page && { ...page, accountId, address };
}

/** Where the desk shows what a member has at an address; undefined: nowhere. */
export function atDesk(accountId: string, href: string): string | undefined {
  const [address = '', query] = href.split('#', 1)[0]?.split('?') ?? [];
  const same = !query || (address === shownPages.CONSENTS && href === paths.consent('newsletter'));
  if (!same || !pageAt(address)) return undefined;
  return deskPaths.asMember(accountId) + pathOf(address).slice(paths.mypage.length);
}
