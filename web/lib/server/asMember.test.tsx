import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { render, screen, within } from '@testing-library/react';
import type { GetServerSidePropsContext, GetServerSidePropsResult } from 'next';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { ComponentProps } from 'react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atDesk } from '@/lib/desk/asMember';
import { holdsSecret, paths } from '@/lib/paths';
import { neutralRoot } from '@/lib/root';
import App from '@/pages/_app';
import * as route from '@/pages/staff/as/[accountId]/[[...screen]]';
import { routerAt } from '@/testing/render';
import { documentOf, withTypenames } from '@/testing/typenames';

const linked = { userIdentifierName: 'LINE', userIdentifierType: 'LINE', userIdentifierMethod: 'oauth' };
const account = {
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
const option = { consentOptionId: 'news', key: 'k', title: '新着', description: 'お知らせ', value: true };
const card = {
  accountPaymentMethodId: 'm1',
  paymentMethodType: 'SbpsCredit',
  sbpsCreditInfo: { cardbrandCode: 'V', cardNumberSuffix: '4242', expireDate: '203012', isExpired: false },
  shown: null,
  isContractUsed: false,
};
const pages: Record<string, [document: string, screen: object]> = {
  MYPAGE: [
    'MypageScreen',
    {
      account,
      header: { authId: 'a1', displayName: 'たろう', profileImageUrl: null },
      externalAccountCount: 1,
      externalAccounts: [{ ...linked, isLinked: false, isLogin: false }],
      passkeyCount: null,
      offersPasskey: false,
      contracts: [],
      isPinSet: false,
      isNewsletterAgreed: true,
      connectionCount: 0,
      isProfileIncomplete: false,
    },
  ],
  PAYMENT_METHODS: [
    'PaymentMethodsScreen',
    {
      paymentMethods: [card],
      defaultPaymentMethodId: 'm1',
      cardScripts: { merchantId: 'm', serviceId: 's', tokenScriptUrl: '/t', tdsScriptUrl: '/d', contactEmail: null },
      joinable: ['PayPal'],
      linked: ['Docomo'],
      awaited: [],
      ordered: ['PayPal'],
      endedThere: [],
      openAgreements: [],
      failure: null,
    },
  ],
  CONSENTS: ['ConsentScreen', { type: 'newsletter', consentOptions: [option], usesExternalPolicy: false }],
};

type Asked = { operationName: string; variables: { screen?: string } };
const asked: Asked[] = [];
let refused: object | null = null;
const staff = {
  staffNumber: 1,
  name: '灯 葵',
  department: null,
  roles: [],
  scopes: ['MEMBERS_REVEAL'],
  freshUntil: null,
};

const root = neutralRoot('ja');
const store = {
  ...root.storeSettingData,
  gtmId: 'GTM-ABC1',
  isEnabledEmail: true,
  isNewsletterEnabled: true,
  isOidcEnabled: true,
  hasSubscriptionPlan: true,
  isStorePaymentAvailable: true,
};

/** The desk, which knows a member and some of the pages. */
const api = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const call: Asked = JSON.parse(text);
  asked.push(call);
  if (call.operationName !== 'MemberPageScreen') return response.end(JSON.stringify({ data: { staff } }));
  const [document, screen] = pages[call.variables.screen ?? ''] ?? ['', {}];
  const data = {
    root: { ...root, authId: 'a1', storeSettingData: store },
    header: { authId: 'a1', displayName: 'たろう', profileImageUrl: null },
    screen: { redirectTo: null, flowError: null, ...screen },
  };
  const memberScreen = document && withTypenames(documentOf(document), data);
  response.end(JSON.stringify(refused ?? { data: { staff, memberScreen } }));
});

beforeAll(async () => {
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done));
  process.env.KAIIN_API_URL = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});
afterAll(() => void api.close());
beforeEach(() => {
  asked.splice(0);
  refused = null;
});

async function load(rest: string[], headers: Record<string, string> = {}) {
  const set: Record<string, unknown> = {};
  const address = ['/staff/as/a1', ...rest].join('/');
  const res = {
    statusCode: 0,
    setHeader: (name: string, value: unknown) => void Object.assign(set, { [name]: value }),
  };
  const context = {
    req: { headers: { 'x-kaiin-locale': 'ja', ...headers } },
    res,
    params: { accountId: 'a1', ...(rest.length > 0 && { screen: rest }) },
    query: {},
    resolvedUrl: address,
  } as unknown as GetServerSidePropsContext;
  const result: GetServerSidePropsResult<ComponentProps<typeof App>['pageProps']> =
    await route.getServerSideProps(context);
  const props = 'props' in result ? await result.props : null;
  return { address, result, props, set, status: res.statusCode };
}

async function open(...rest: string[]) {
  const { address, props, ...loaded } = await load(rest);
  if (!props) throw new Error(`${address} shows nothing`);
  const page = { Component: route.default, pageProps: props };
  render(
    <RouterContext.Provider value={routerAt(address)}>
      <App {...(page as unknown as ComponentProps<typeof App>)} />
    </RouterContext.Provider>,
  );
  return { props, ...loaded };
}

const links = () => [...document.querySelectorAll('a[href]')].map((a) => a.getAttribute('href') ?? '');

describe('a page of a member at the desk', () => {
  it.each([
    [[], 'MYPAGE', 'マイページ', /taro@example.jp/],
    [['payment-method'], 'PAYMENT_METHODS', 'お支払い方法', /4242/],
    [['consent'], 'CONSENTS', '同意', '新着'],
  ] as const)('%j shows what the member sees, below a line that says so', async (rest, kind, entry, seen) => {
    const { set, status } = await open(...rest);
    expect(status).toBe(200);
    expect(asked).toEqual([
      expect.objectContaining({ variables: { accountId: 'a1', screen: kind, subscriptionId: null } }),
    ]);
    expect(screen.getAllByText(seen).length).toBeGreaterThan(0);
    const told = within(screen.getByRole('region', { name: 'この画面について' }));
    expect(told.getByText('会員の画面を表示しています（閲覧のみ）')).toBeTruthy();
    expect(told.getByText('たろう')).toBeTruthy();
    expect(told.getByRole('link', { name: '会員ページに戻る' }).getAttribute('href')).toBe('/staff/members/a1');
    const menu = within(screen.getByRole('navigation', { name: '会員の画面' }));
    expect(menu.getAllByRole('link')).toHaveLength(7);
    expect(menu.getByRole('link', { current: 'page' }).textContent).toBe(entry);
    expect(set.refresh).toBe('600; url=/staff/members/a1');
  });

  it('leads to other pages of the desk alone, and nothing on it is sent', async () => {
    await open();
    expect(links().filter((href) => href !== '#main' && !/^\/staff\/(as|members)\/a1(\/|$)/.test(href))).toEqual([]);
    expect(links()).toContain('/staff/as/a1/plans');
    expect(document.querySelectorAll('[action], [formaction], iframe, script, object')).toHaveLength(0);
    const own = within(screen.getByRole('navigation', { name: /アカウント/ }));
    expect(own.getByText('ホーム').closest('a')?.getAttribute('aria-current')).toBe('page'); // as at /mypage
  });

  it('has no tag manager, and its props hold nothing of the member twice', async () => {
    const { props } = await load([]);
    expect(props?.root.storeSettingData.gtmId).toBeNull();
    expect(props?.desk?.data).toEqual({ screen: 'MYPAGE', subscriptionId: null, accountId: 'a1', address: '/mypage' });
    expect(route.config).toEqual({ unstable_runtimeJS: false });
  });

  it('names the contract whose page it is', async () => {
    await load(['subscription', 'c 1']);
    expect(asked[0]?.variables).toEqual({ accountId: 'a1', screen: 'SUBSCRIPTION', subscriptionId: 'c 1' });
  });

  it('is loaded as a whole, wherever somebody comes from', async () => {
    const { result } = await load(['plans'], { 'x-nextjs-data': '1' });
    expect(result).toEqual({ redirect: { destination: '/staff/as/a1/plans', statusCode: 302, basePath: false } });
    expect(asked).toEqual([]);
  });

  it.each([[['edit']], [['email', 'edit']], [['subscription']], [['subscription', 'c1', 'withdraw']], [['nothing']]])(
    'there is none at %j',
    async (rest) => {
      const { status } = await open(...rest);
      expect(status).toBe(404);
      expect(asked.map(({ operationName }) => operationName)).toEqual(['DeskScreen']);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('見つかりません');
    },
  );

  it('says why it cannot be seen', async () => {
    refused = { errors: [{ message: '保護されています', extensions: { code: 'GUARDED', status: 409 } }], data: null };
    const { status, set } = await open();
    expect([status, set.refresh]).toEqual([409, undefined]);
    expect(screen.getByText('保護されています')).toBeTruthy();
    expect(screen.queryByText('会員の画面を表示しています（閲覧のみ）')).toBeNull();
  });

  it('asks for a reason first, on the page of the member', async () => {
    refused = { errors: [{ message: 'x', extensions: { code: 'REASON_REQUIRED', status: 409 } }], data: null };
    const { result } = await load(['plans']);
    expect(result).toEqual({
      redirect: { destination: '/staff/members/a1', statusCode: 302, basePath: false },
    });
  });

  it('asks for a new proof first', async () => {
    refused = {
      errors: [{ message: 'x', extensions: { code: 'REAUTHENTICATION_REQUIRED', status: 403 } }],
      data: null,
    };
    const { result } = await load(['plans']);
    expect(result).toEqual({
      redirect: { destination: '/staff/confirm?returnTo=%2Fstaff%2Fas%2Fa1%2Fplans', statusCode: 302 },
    });
  });
});

describe('where the desk shows what a member has', () => {
  it.each([
    [paths.mypage, ''],
    [paths.mypagePlans, '/plans'],
    [`${paths.mypagePlans}#more`, '/plans'],
    [paths.paymentHistory, '/payment-history'],
    [paths.purchases(), '/purchases'],
    [paths.paymentMethods, '/payment-method'],
    [paths.consent('newsletter'), '/consent'],
    [paths.connections, '/connections'],
    [paths.subscription('c/1'), '/subscription/c%2F1'],
  ])('%s', (href, rest) => expect(atDesk('a1', href)).toBe(`/staff/as/a1${rest}`));

  it('is nowhere for all else', () => {
    const elsewhere = [
      ...Object.values(paths).map((path) =>
        typeof path === 'string' ? path : (path as (...given: string[]) => string)('x', 'x', 'x'),
      ),
      'https://example.com/mypage',
      '//example.com/mypage',
      'mailto:a@example.com',
      '',
      '/mypage/subscription/',
      '/mypage/subscription/c1/withdraw',
      '/mypagex',
      '/auth/authorize',
    ].filter((href) => atDesk('a1', href) !== undefined);
    expect(elsewhere.sort()).toEqual([
      '/mypage',
      '/mypage#settings',
      '/mypage/connections',
      '/mypage/payment-history',
      '/mypage/payment-method',
      '/mypage/plans',
      '/mypage/subscription/x',
    ]);
    expect(elsewhere.filter(holdsSecret)).toEqual([]);
  });
});
