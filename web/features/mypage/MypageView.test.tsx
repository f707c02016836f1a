import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Router from 'next/router';
import { describe, expect, it } from 'vitest';
import { MypageScreenDocument, type MypageScreenQuery } from '@/generated/MypageScreen';
import type { Root, StoreSettings } from '@/lib/root';
import { getAlert } from '@/testing/alerts';
import { answer, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { HomeCard } from './HomeCard';
import ja from './ja.json';
import { isLater } from './later';
import { MypageView } from './MypageView';
import { menuOf } from './menu';

type Home = NonNullable<MypageScreenQuery['screen']>;
type Account = Home['account'];

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

const card: NonNullable<Home['contracts'][number]['subscription']['accountPaymentMethod']> = {
  accountPaymentMethodId: 'm-1',
  paymentMethodType: 'SbpsCredit',
  sbpsCreditInfo: { cardbrandCode: 'V', cardNumberSuffix: '1111', expireDate: '202912', isExpired: false },
  shown: null,
  isContractUsed: true,
};
const monthly: Home['contracts'][number] = {
  subscription: {
    subscriptionId: 's-1',
    planId: 'light',
    statusGroup: 'TRIAL',
    planName: '見放題ライト',
    nextSettlementDay: '2026-12-10',
    endDay: null,
    trialEndDay: '2026-12-09',
    planChange: null,
    isRenewing: false,
    watchUrl: null,
    accountPaymentMethod: card,
  },
  outlook: {
    course: 'CHARGED',
    day: '2026-12-10',
    lastDay: null,
    amount: 980,
    tax: 89,
    periodStart: '2026-12-10',
    periodEnd: '2027-01-09',
  },
};
const nothing = { amount: null, tax: null, periodStart: null, periodEnd: null };
const going = (
  outlook: Partial<Home['contracts'][number]['outlook']>,
  subscription: Partial<Home['contracts'][number]['subscription']> = {},
) => ({
  subscription: { ...monthly.subscription, ...subscription },
  outlook: { ...monthly.outlook, ...outlook },
});
const withCard = (changes: { expireDate: string; isExpired: boolean }, day = monthly.outlook.day) =>
  going(
    { day },
    { accountPaymentMethod: { ...card, sbpsCreditInfo: { cardbrandCode: 'V', cardNumberSuffix: '1111', ...changes } } },
  );

type Changes = {
  home?: Partial<Home>;
  account?: Partial<Account>;
  store?: Partial<StoreSettings>;
  root?: Partial<Root>;
  externalAccounts?: number;
  passkeys?: number | null;
  locale?: 'ja' | 'en';
};

const show = ({
  home,
  account: changed,
  store = everything,
  root,
  externalAccounts = 4,
  passkeys = null,
  locale,
}: Changes = {}) =>
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
        passkeyCount: passkeys,
        offersPasskey: false,
        contracts: [],
        isPinSet: false,
        isNewsletterAgreed: false,
        connectionCount: 0,
        isProfileIncomplete: false,
        ...home,
      },
    },
    variables: { later: false },
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
      '/mypage/plans',
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
      '/withdraw',
    ]);
  });

  it.each([
    ['ja', going({}), '12月10日に980円'],
    ['en', going({}), '¥980 on Dec 10'],
    ['ja', going({ course: 'COLLECTED' }), '12月10日に980円'],
    ['ja', going({ amount: 9800, periodEnd: '2027-12-09' }), '2026年12月10日に9,800円'],
    ['en', going({ amount: 9800, periodEnd: '2027-12-09' }), '¥9,800 on Dec 10, 2026'],
    ['ja', going({ course: 'ENDS', ...nothing }), '12月10日に終了します'],
    ['en', going({ course: 'ENDS', ...nothing }), 'Ends on Dec 10'],
    ['ja', going({ course: 'ENDS', day: '2098-12-10', ...nothing }), '2098年12月10日に終了します'],
    ['ja', going({ course: 'RETRIED' }), '12月10日に980円'],
    ['ja', going({ course: 'HELD' }), '12月10日までに980円'],
    ['en', going({ course: 'HELD' }), '¥980 by Dec 10'],
    ['ja', going({ course: 'CHECKING', ...nothing }), 'お支払いを確認しています'],
    ['en', going({ course: 'CHECKING', ...nothing }), 'Checking your payment'],
  ] as const)('U-3 in %s: a contract says what comes next: %o', (locale, contract, words) => {
    show({ home: { contracts: [contract] }, locale });
    const shown = within(screen.getByRole('article', { name: '見放題ライト' }));
    expect(shown.getByText(words)).toBeTruthy();
    expect(shown.getByText(/1111/)).toBeTruthy();
    expect(shown.queryByText(/有効期限|expires/)).toBeNull();
    expect(shown.getByRole('link').getAttribute('href')).toBe('/mypage/subscription/s-1');
    expect(screen.queryByText(/ご契約中のプランはありません|You have no plan yet/)).toBeNull();
  });

  it('U-2 U-3: the card leads to watching where the store has a place for that, not while it waits for a payment', () => {
    const open = (contract: Home['contracts'][number]) =>
      renderView(<HomeCard contract={contract} />, { storeSettingData: everything });
    const watch = () => screen.queryByRole('link', { name: /^観る/ });
    const shown = open({ ...monthly, subscription: { ...monthly.subscription, watchUrl: 'https://watch.example/' } });
    expect(watch()?.getAttribute('href')).toBe('https://watch.example/');
    expect(watch()?.getAttribute('target')).toBeNull(); // in the same tab, as everywhere else
    shown.unmount();
    open(going({ course: 'HELD' }, { statusGroup: 'HOLD' })); // the server names no place then
    expect(watch()).toBeNull();
  });

  it('U-1: a plan that was chosen for later is named, since the amount is of that', () => {
    const planChange = { planName: '年間パスポート', day: '2026-12-10' };
    const { unmount } = renderView(<HomeCard contract={going({ amount: 9800 }, { planChange })} />, {
      storeSettingData: everything,
    });
    expect(screen.getByText(/年間パスポート/).textContent).toBe('2026/12/10から「年間パスポート」');
    unmount();
    const ending = going({ course: 'ENDS' }, { planChange, statusGroup: 'CANCEL_REQUESTED' });
    for (const contract of [monthly, ending]) {
      renderView(<HomeCard contract={contract} />, { storeSettingData: everything });
      expect(screen.queryByText(/年間パスポート/)).toBeNull();
    }
  });

  it('U-3: without a plan there is the offer; none where no plan is sold, and none in the app', () => {
    const offer = () => screen.queryByRole('link', { name: 'プランを見る' });
    show().unmount();
    show({ locale: 'en' });
    expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/mypage/plans');
    for (const changes of [{ store: { ...everything, hasSubscriptionPlan: false } }, { root: { isApp: true } }]) {
      show(changes);
      expect(offer()).toBeNull();
    }
  });

  it('what is tried again by itself says when, in both languages', () => {
    const contracts = [going({ course: 'RETRIED', day: '2026-12-10' })];
    const { unmount } = show({ home: { contracts } });
    expect(screen.getByText(/12月10日にそのときのお支払い方法でもう一度行います/)).toBeTruthy();
    unmount();
    show({ home: { contracts }, locale: 'en' });
    expect(screen.getByText(/will be charged again on Dec(ember)? 10/)).toBeTruthy();
  });

  it.each([
    ['nothing', {}, {}, null],
    ['a held contract', { contracts: [going({ course: 'HELD' })] }, {}, 'お支払いを確認できませんでした'],
    [
      'a refused one',
      { contracts: [monthly, going({ course: 'RETRIED' }, { subscriptionId: 's-2' })] },
      {},
      'お支払いをもう一度お試しします',
    ],
    [
      'the worst of all',
      {
        contracts: [
          withCard({ expireDate: '202601', isExpired: true }),
          going({ course: 'HELD' }, { subscriptionId: 's-2' }),
        ],
        isProfileIncomplete: true,
      },
      { isEmailVerified: false },
      'お支払いを確認できませんでした',
    ],
    [
      'a card that has expired',
      { contracts: [withCard({ expireDate: '202610', isExpired: true })] },
      {},
      'カードの有効期限が切れています',
    ],
    [
      'one that expires before it pays',
      { contracts: [withCard({ expireDate: '202611', isExpired: false })] },
      { isEmailVerified: false },
      'カードの有効期限が近づいています',
    ],
    [
      'no card that ends in years, before a charge that is further off',
      { contracts: [withCard({ expireDate: '209910', isExpired: false }, '2099-12-01')] },
      { isEmailVerified: false },
      'メールアドレスの確認が済んでいません',
    ],
    [
      'one that pays in its last month',
      { contracts: [withCard({ expireDate: '202612', isExpired: false })] },
      {},
      null,
    ],
    [
      'an address that is not verified',
      { isProfileIncomplete: true },
      { isEmailVerified: false },
      'メールアドレスの確認が済んでいません',
    ],
    ['a profile', { isProfileIncomplete: true }, {}, '会員情報に未入力の項目があります'],
  ] as const)('U-3: of what needs doing the worst is told alone: %s', (_name, home, account, title) => {
    show({ home: home as Partial<Home>, account });
    const titles = Object.values(ja.notice).map((notice) => notice.title);
    expect(titles.filter((one) => screen.queryByText(one))).toEqual(title ? [title] : []);
  });

  it('a link to the settings moves the focus there, each time', () => {
    window.history.replaceState(null, '', '/mypage#settings');
    show();
    const title = screen.getByRole('heading', { name: '設定' });
    expect(document.activeElement).toBe(title);
    title.blur();
    act(() => Router.events.emit('hashChangeComplete'));
    expect(document.activeElement).toBe(title);
    window.history.replaceState(null, '', '/mypage');
    title.blur();
    act(() => Router.events.emit('hashChangeComplete'));
    expect(document.activeElement).not.toBe(title);
    window.history.replaceState(null, '', '/');
  });

  it('U-4: what is not paid leads to the method of its contract', () => {
    show({ home: { contracts: [going({ course: 'HELD' }, { subscriptionId: 's-2' })] } });
    expect(screen.getByRole('link', { name: 'お支払い方法を変更する' }).getAttribute('href')).toBe(
      '/mypage/subscription/s-2/payment-method',
    );
  });

  it('U-3: the profile can be put off, and this browser is not asked again for half a year', async () => {
    show({ home: { isProfileIncomplete: true } });
    expect(screen.getByRole('link', { name: '会員情報を入力する' }).getAttribute('href')).toBe('/mypage/edit');
    await userEvent.click(screen.getByRole('button', { name: 'あとで入力する' }));
    expect(screen.queryByText('会員情報に未入力の項目があります')).toBeNull();
    expect(getAlert().textContent).toContain('あとで「会員情報の変更」から入力できます。');
    expect(document.activeElement).toBe(getAlert());
    expect(document.cookie).toContain('later=profile');
    expect([isLater({ later: 'profile' }), isLater({ later: 'other' }), isLater({})]).toEqual([true, false, false]);
  });

  it.each([
    ['ja', false, ['無効', '未設定', 'なし', '受け取らない']],
    ['ja', true, ['有効', '設定済み', '2件', '受け取る']],
    ['en', false, ['Off', 'Not set', 'None', 'Not subscribed']],
    ['en', true, ['On', 'Set', '2 connected', 'Subscribed']],
  ] as const)('U-3: rows say what is set, in %s: %s', (locale, on, states) => {
    show({
      locale,
      account: { isEnabledMultiFactor: on },
      home: { isPinSet: on, isNewsletterAgreed: on, connectionCount: on ? 2 : 0 },
    });
    const hrefs = [
      '/mypage/multi-factor',
      '/mypage/pin-code',
      '/mypage/connections',
      '/mypage/consent?type=newsletter',
    ];
    const shown = hrefs.map((href) => document.querySelector(`a[href="${href}"]`)?.textContent ?? '');
    for (const [i, state] of states.entries()) expect(shown[i]).toMatch(new RegExp(`${state}$`));
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

  it.each([
    [null, 'ja', null],
    [0, 'ja', 'パスキーなし'],
    [2, 'ja', 'パスキー2件'],
    [2, 'en', 'Passkeys2'],
  ] as const)('leads to the passkeys where the site can have some: %s in %s', (passkeys, locale, want) => {
    show({ passkeys, locale });
    const row = screen.getAllByRole('link').find((link) => link.getAttribute('href') === '/mypage/passkeys');
    expect(row?.textContent ?? null).toBe(want);
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
