import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { MypageScreenDocument, type MypageScreenQuery } from '@/generated/MypageScreen';
import type { Root, StoreSettings } from '@/lib/root';
import { answer, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { MypageView } from './MypageView';
import { menuOf } from './menu';

type Account = NonNullable<MypageScreenQuery['screen']>['account'];

const account: Account = {
  authId: 'a1',
  userId: 'taro01',
  contactEmail: 'taro@example.jp',
  isEmailVerified: true,
  emailVerifiedDate: '2026-01-04T20:00:00Z',
  userIdentifiers: [{ userIdentifierType: 'Email' }],
  isEnabledPassword: true,
  passwordStrength: 'NONE',
  isEnabledMultiFactor: false,
  multiFactorType: [],
  passwordUpdatedAt: '2026-01-04T20:05:00Z',
  profileImageUrl: null,
  nickname: 'たろう',
  displayName: 'たろう',
};

const everything: Partial<StoreSettings> = {
  isNewsletterEnabled: true,
  isPrivacyEnabled: true,
  isPinCodeEnabled: true,
  isOidcEnabled: true,
  isEnabledUserId: true,
  isEnabledPassword: true,
  isEnabledMultiFactor: true,
  isEnabledEmail: true,
  hasSubscriptionPlan: true,
};

const offered = ['LINE', 'Google', 'Yahoo! JAPAN', 'Facebook'].map((type, i) => ({
  userIdentifierName: type,
  userIdentifierType: type,
  userIdentifierMethod: 'oauth',
  isLinked: i < 2,
  isLogin: i === 0,
}));

type Changes = {
  account?: Partial<Account>;
  store?: Partial<StoreSettings>;
  root?: Partial<Root>;
  externalAccounts?: number;
  locale?: 'ja' | 'en';
};

const show = ({ account: changed, store = everything, root, externalAccounts = 4, locale }: Changes = {}) =>
  renderView(<MypageView />, {
    document: MypageScreenDocument,
    data: {
      screen: {
        redirectTo: null,
        flowError: null,
        account: { ...account, ...changed },
        header: { authId: 'a1', displayName: 'たろう', profileImageUrl: null },
        externalAccountCount: externalAccounts,
        externalAccounts: offered.slice(0, externalAccounts),
      },
    },
    storeSettingData: store,
    root: { authId: 'a1', ...root },
    address: '/mypage',
    locale,
  });

const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

describe('My Page', () => {
  it('R-117: greets the member and leads to everything the store offers', () => {
    show({ externalAccounts: 0 });
    expect(screen.getByText('たろう さん')).toBeTruthy();
    expect(links()).toEqual([
      '/mypage/edit',
      '/mypage/profile/edit',
      '/mypage/email/edit',
      '/mypage/user-id/edit',
      '/mypage/password/edit',
      '/mypage/multi-factor',
      '/mypage/login-history',
      '/mypage/access',
      '/mypage/sessions',
      '/mypage/pin-code',
      '/mypage/connections',
      '/mypage/consent?type=newsletter',
      '/mypage/consent?type=privacy',
      '/mypage/data',
      '/mypage/plans',
      '/withdraw',
    ]);
  });

  it('L-149: an address that is not verified gets a banner that asks for it, in both languages', () => {
    const { unmount } = show({ account: { isEmailVerified: false, emailVerifiedDate: null } });
    expect(screen.getByText('メールアドレスの確認が済んでいません')).toBeTruthy();
    const verify = screen.getByRole('link', { name: 'メールアドレスを確認する' });
    expect(verify.getAttribute('href')).toBe('/mypage/email/verify');
    unmount();
    show({ account: { isEmailVerified: false, emailVerifiedDate: null }, locale: 'en' });
    expect(screen.getByText('Your email address is not verified')).toBeTruthy();
  });

  it('L-149: a verified one gets none', () => {
    show();
    expect(screen.queryByText('メールアドレスの確認が済んでいません')).toBeNull();
    expect(screen.getByText('taro@example.jp（2026/01/05 確認済み）')).toBeTruthy();
  });

  it('A-167: the flag decides about the banner, the date is only shown', () => {
    const banner = () => screen.queryByText('メールアドレスの確認が済んでいません');
    const { unmount } = show({ account: { isEmailVerified: false } });
    expect(banner()).toBeTruthy();
    unmount();
    show({ account: { isEmailVerified: true, emailVerifiedDate: null } });
    expect(banner()).toBeNull();
  });

  it('L-150: with an email identifier the password is changed', () => {
    show();
    expect(screen.getByRole('link', { name: /パスワード/ }).getAttribute('href')).toBe('/mypage/password/edit');
  });

  it('L-151: without one it is set first', () => {
    show({ account: { userIdentifiers: [{ userIdentifierType: 'LINE' }], passwordUpdatedAt: null } });
    expect(screen.getByRole('link', { name: /パスワード/ }).getAttribute('href')).toBe('/mypage/enable-password');
  });

  it('K-044: says when the password was changed last, to the minute, in Tokyo', () => {
    show();
    expect(
      within(screen.getByRole('link', { name: /パスワード/ })).getByText('最終更新 2026/01/05 05:05'),
    ).toBeTruthy();
  });

  it.each([
    ['L-152', 'isNewsletterEnabled', '/mypage/consent?type=newsletter'],
    ['L-153', 'isPrivacyEnabled', '/mypage/consent?type=privacy'],
    ['L-154', 'isPinCodeEnabled', '/mypage/pin-code'],
    ['L-155', 'isEnabledUserId', '/mypage/user-id/edit'],
    ['L-156', 'isEnabledPassword', '/mypage/password/edit'],
    ['L-157', 'isEnabledMultiFactor', '/mypage/multi-factor'],
    ['L-158', 'isOidcEnabled', '/mypage/connections'],
  ] as const)('P-009 %s: the item needs %s', (_row, flag, href) => {
    const { unmount } = show();
    expect(links()).toContain(href);
    unmount();
    show({ store: { ...everything, [flag]: false } });
    expect(links()).not.toContain(href);
  });

  it.each([
    ['L-172', '/mypage/connections'],
    ['L-173', '/mypage/profile/edit'],
    ['L-174', '/mypage/plans'],
    ['L-175', '/withdraw'],
  ])('%s: %s is not linked in the native app browser', (_row, href) => {
    show({ root: { isApp: true } });
    expect(links()).not.toContain(href);
    expect(links()).toContain('/mypage/edit');
  });

  it.each([
    [true, 0, false],
    [true, 1, true],
    [false, 1, false],
    [false, 2, true],
  ])(
    //
    'L-025 L-026: with passwords %s and %i external accounts on offer they show: %s',
    (isEnabledPassword, count, shown) => {
      show({ store: { ...everything, isEnabledPassword }, externalAccounts: count });
      expect(screen.queryByRole('heading', { name: '外部アカウント連携' }) !== null).toBe(shown);
    },
  );

  it('L-171: the external accounts do not show in the native app browser', () => {
    show({ root: { isApp: true } });
    expect(screen.queryByRole('heading', { name: '外部アカウント連携' })).toBeNull();
  });

  it('A-083 S-033: an external account that is not linked is linked by way of its provider', () => {
    show();
    expect(screen.getByRole('link', { name: 'Yahoo! JAPANと連携する' }).getAttribute('href')).toBe(
      '/auth/authorize?userIdentifierType=Yahoo%21+JAPAN&socialActionType=enableExternalAuth&returnTo=%2Fmypage',
    );
  });

  it('L-024: the one of the present login is labelled so and cannot be unlinked', () => {
    show();
    expect(screen.getAllByText('ログイン中')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'LINEとの連携を解除する' })).toBeNull();
  });

  it('S-034: a linked one is unlinked after a question', async () => {
    answer('DisableSocial', {
      result: { redirectTo: '/mypage/social/disable/complete', flowError: null, userErrors: [] },
    });
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Googleとの連携を解除する' }));
    expect(asked('DisableSocial')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: '連携を解除する' }));
    await waitFor(() =>
      expect(asked('DisableSocial')).toEqual([{ userIdentifierType: 'Google', userIdentifierMethod: 'oauth' }]),
    );
  });

  it('leads elsewhere for the address when the store says so, and leaves empty groups out', () => {
    const store = { ...everything, emailEditUrl: 'https://id.example/email' };
    show({ store });
    expect(links()).toContain('https://id.example/email');
    const bare = menuOf(
      { ...(store as StoreSettings), hasSubscriptionPlan: false, isNewsletterEnabled: false, isPrivacyEnabled: false },
      {
        hasEmail: true,
        isApp: true,
      },
    );
    expect(bare.map(({ key, items }) => [key, items.map((item) => item.key)])).toEqual([
      ['profile', ['edit', 'email', 'userId']],
      ['security', ['password', 'multiFactor', 'loginHistory', 'access', 'sessions', 'pinCode']],
    ]);
  });
});
