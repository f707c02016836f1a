import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { render, screen } from '@testing-library/react';
import type { GetServerSideProps, GetServerSidePropsContext } from 'next';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { ComponentProps, ComponentType } from 'react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { neutralRoot } from '@/lib/root';
import App from '@/pages/_app';
import * as confirmLogin from '@/pages/login/confirm';
import * as verify from '@/pages/mypage/email/verify';
import * as verifyCode from '@/pages/mypage/email/verify/code';
import * as enablePassword from '@/pages/mypage/enable-password';
import { routerAt } from '@/testing/render';
import { documentOf, withTypenames } from '@/testing/typenames';

type Route = { default: ComponentType; getServerSideProps: unknown };

const root = { ...neutralRoot('ja'), authId: 'a1' };
const header = { authId: 'a1', displayName: '太郎', profileImageUrl: null };
const code = {
  isCodeSent: true,
  codeName: '認証コード',
  codeMinutes: 60,
  resendAt: null,
  redirectTo: null,
  flowError: null,
};
const password = {
  identifier: 'taro@example.jp',
  passwordStrength: 'NONE',
  passwordMax: 30,
  passwordUpdatedAt: null,
  mustChange: false,
};
const screens: Record<string, object> = {
  EmailVerifyScreen: { ...code, email: 'taro@example.jp', isEmailVerified: false, sendTo: 'taro@example.jp' },
  ConfirmLoginScreen: {
    ...code,
    returnTo: '/oidc?request=k',
    methods: ['Password', 'AuthCode'],
    identifier: 'taro@example.jp',
    sendTo: 't***@example.jp',
  },
  EnablePasswordScreen: { ...code, email: 'taro@example.jp', ...password },
};

const asked: { operationName: string; variables: Record<string, unknown> }[] = [];

/** The API, which knows a member and the two screens. */
const api = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const call = JSON.parse(text);
    asked.push(call);
    response.setHeader('content-type', 'application/json');
    const data = { root, header, screen: screens[call.operationName] };
    response.end(JSON.stringify({ data: withTypenames(documentOf(call.operationName), data) }));
  });
});

beforeAll(async () => {
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done));
  process.env.KAIIN_API_URL = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});
afterAll(() => void api.close());
beforeEach(() => void asked.splice(0));

/** Opens the address as Next does: the route's own data, then the page in its layout. */
async function open(address: string, route: Route, query: Record<string, string> = {}) {
  const context = {
    req: { headers: {} },
    res: { statusCode: 200, setHeader: () => {} },
    query,
    resolvedUrl: address,
  } as unknown as GetServerSidePropsContext;
  const result = await (route.getServerSideProps as GetServerSideProps)(context);
  if (!('props' in result)) throw new Error(`${address} shows nothing: ${JSON.stringify(result)}`);
  const props = { Component: route.default, pageProps: await result.props };
  render(
    <RouterContext.Provider value={routerAt(address)}>
      <App {...(props as unknown as ComponentProps<typeof App>)} />
    </RouterContext.Provider>,
  );
}

const title = () => screen.getByRole('heading', { level: 1 }).textContent;

describe('routes', () => {
  it('X-01: /login/confirm asks for a proof that is newer than its address says, before and after a code is sent', async () => {
    const query = { returnTo: '/oidc?request=k', since: '2026-05-15T03:00:00.123456Z' };
    await open('/login/confirm', confirmLogin, query);
    expect(screen.getByLabelText('パスワード')).toBeTruthy();
    expect(asked).toMatchObject([{ operationName: 'ConfirmLoginScreen', variables: query }]);
  });

  it.each([
    ['R-087', '/mypage/email/verify', verify, { send: true }],
    ['R-088', '/mypage/email/verify/code', verifyCode, {}],
  ] as const)(
    '%s: %s shows the entry of the code; only the first of the two has one sent',
    async (_row, address, route, sent) => {
      await open(address, route);
      expect(title()).toBe('メールアドレスの確認');
      expect(screen.getByLabelText('認証コード')).toBeTruthy();
      expect(screen.getByText(/taro@example.jp/)).toBeTruthy();
      expect(asked).toMatchObject([{ operationName: 'EmailVerifyScreen', variables: sent }]);
      expect('send' in (asked[0]?.variables ?? {})).toBe('send' in sent);
    },
  );

  it('R-090: /mypage/enable-password shows the setting of a first password', async () => {
    await open('/mypage/enable-password', enablePassword);
    expect(title()).toBe('パスワードの設定');
    for (const label of ['認証コード', '新しいパスワード', '新しいパスワード（確認用）'])
      expect(screen.getByLabelText(label)).toBeTruthy();
    expect(asked).toMatchObject([{ operationName: 'EnablePasswordScreen' }]);
  });
});
