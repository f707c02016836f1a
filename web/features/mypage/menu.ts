import type { StoreSettings } from '@/lib/root';

export type MenuItem = { key: string; href: string };
export type MenuGroup = { key: 'profile' | 'security' | 'services'; items: MenuItem[] };

type Entry = MenuItem & { shown: boolean };

/** Who looks at the menu, as far as it changes. */
export type Onlooker = { hasEmail: boolean; externalAccounts: number; isApp: boolean };

/**
 * The menu of My Page by what the store offers (L-150–L-158) and the browser (L-171–L-175).
 * A member with an e-mail identifier changes the password; one without sets one first.
 */
export function menuOf(store: StoreSettings, { hasEmail, externalAccounts, isApp }: Onlooker): MenuGroup[] {
  const groups: { key: MenuGroup['key']; items: Entry[] }[] = [
    {
      key: 'profile',
      items: [
        { key: 'edit', href: '/mypage/edit', shown: true },
        { key: 'profileImage', href: '/mypage/profile/edit', shown: !isApp },
        { key: 'email', href: store.emailEditUrl || '/mypage/email/edit', shown: store.isEnabledEmail },
        { key: 'userId', href: '/mypage/user-id/edit', shown: store.isEnabledUserId },
      ],
    },
    {
      key: 'security',
      items: [
        {
          key: 'password',
          href: hasEmail ? '/mypage/password/edit' : '/mypage/enable-password',
          shown: store.isEnabledPassword,
        },
        { key: 'multiFactor', href: '/mypage/multi-factor', shown: store.isEnabledMultiFactor },
        { key: 'loginHistory', href: '/mypage/login-history', shown: true },
        { key: 'pinCode', href: '/mypage/pin-code', shown: store.isPinCodeEnabled },
        {
          key: 'externalAccounts',
          href: '/mypage/social',
          shown: !isApp && externalAccounts > (store.isEnabledPassword ? 0 : 1),
        },
        { key: 'connections', href: '/mypage/connections', shown: store.isOidcEnabled && !isApp },
      ],
    },
    {
      key: 'services',
      items: [
        { key: 'newsletter', href: '/mypage/consent?type=newsletter', shown: store.isNewsletterEnabled },
        { key: 'privacy', href: '/mypage/consent?type=privacy', shown: store.isPrivacyEnabled },
        { key: 'plans', href: '/mypage/plans', shown: store.hasSubscriptionPlan && !isApp },
        { key: 'withdraw', href: '/withdraw', shown: !isApp },
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
