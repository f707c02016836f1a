import { paths } from '@/lib/paths';
import type { StoreSettings } from '@/lib/root';

export type MenuKey =
  | 'edit'
  | 'profileImage'
  | 'email'
  | 'userId'
  | 'password'
  | 'multiFactor'
  | 'passkeys'
  | 'loginHistory'
  | 'access'
  | 'sessions'
  | 'pinCode'
  | 'connections'
  | 'newsletter'
  | 'privacy'
  | 'data'
  | 'purchases';
export type MenuItem = { key: MenuKey; href: string };
type MenuGroup = { key: 'profile' | 'security' | 'services'; items: MenuItem[] };

type Entry = MenuItem & { shown: boolean };

/** Who looks at the menu, as far as it changes. */
type Onlooker = { hasEmail: boolean; isApp: boolean; hasPasskeys?: boolean };

/**
 * Whether the external accounts show (L-025, L-026, L-171): with one to choose from, or two where
 * there are no passwords.
 */
export function showsExternal(store: StoreSettings, offered: number, isApp: boolean): boolean {
  return !isApp && offered > (store.isEnabledPassword ? 0 : 1);
}

/**
 * The settings of My Page by what the store offers (L-150–L-158) and the browser (L-171–L-173).
 * A member with an email identifier changes the password; one without sets one first.
 */
export function menuOf(store: StoreSettings, { hasEmail, isApp, hasPasskeys = false }: Onlooker): MenuGroup[] {
  const groups: { key: MenuGroup['key']; items: Entry[] }[] = [
    {
      key: 'profile',
      items: [
        { key: 'edit', href: paths.accountEdit, shown: true },
        { key: 'profileImage', href: paths.profileImage, shown: !isApp },
        { key: 'email', href: store.emailEditUrl || paths.emailEdit, shown: store.isEnabledEmail },
        { key: 'userId', href: paths.userIdEdit, shown: store.isEnabledUserId },
      ],
    },
    {
      key: 'security',
      items: [
        {
          key: 'password',
          href: hasEmail ? paths.passwordEdit : paths.enablePassword,
          shown: store.isEnabledPassword,
        },
        { key: 'multiFactor', href: paths.multiFactor, shown: store.isEnabledMultiFactor },
        { key: 'passkeys', href: paths.passkeys, shown: hasPasskeys },
        { key: 'loginHistory', href: paths.loginHistory, shown: true },
        { key: 'access', href: paths.access(), shown: true },
        { key: 'sessions', href: paths.sessions, shown: true },
        { key: 'pinCode', href: paths.pinCode, shown: store.isPinCodeEnabled },
        { key: 'connections', href: paths.connections, shown: store.isOidcEnabled && !isApp },
      ],
    },
    {
      key: 'services',
      items: [
        { key: 'newsletter', href: paths.consent('newsletter'), shown: store.isNewsletterEnabled },
        { key: 'privacy', href: paths.consent('privacy'), shown: store.isPrivacyEnabled },
        { key: 'data', href: paths.data, shown: !isApp },
        { key: 'purchases', href: paths.purchases(), shown: store.isStorePaymentAvailable && !isApp },
      ],
    },
  ];
  return groups
    .map(({ key, items }) => ({
      key,
      items: items.filter(({ shown }) => shown).map(({ key, href }) => ({ key, href })),
    }))
    .filter(({ items }) => items.length > 0);
}
