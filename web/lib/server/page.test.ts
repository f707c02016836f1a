// @vitest-environment node
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GetServerSidePropsContext } from 'next';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { LoginScreenDocument } from '@/generated/LoginScreen';
import { RootScreenDocument } from '@/generated/RootScreen';
import { errorPageOf } from '@/lib/errorPage';
import type { Fault } from '@/lib/fault';
import type { PageProps } from '@/lib/pageProps';
import { neutralRoot } from '@/lib/root';
import App from '@/pages/_app';
import ErrorRoute from '@/pages/_error';
import { getServerSideProps as unknownRoute } from '@/pages/[...path]';
import { getServerSideProps as errorRoute } from '@/pages/errors/[code]';
import SessionsRoute, { getServerSideProps as sessionsRoute } from '@/pages/mypage/sessions';
import { routerAt } from '@/testing/render';
import { documentOf, withTypenames } from '@/testing/typenames';
import { errorPage } from './errorPage';
import { page } from './page';

type Asked = {
  headers: IncomingMessage['headers'];
  body: {
    operationName: string;
    variables: object;
    query?: string;
    extensions: { persistedQuery: { sha256Hash: string } };
  };
};
const asked: Asked[] = [];
let reply: (response: ServerResponse, request: Asked) => void;

const api = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const call = { headers: request.headers, body: JSON.parse(text) };
    asked.push(call);
    reply(response, call);
  });
});

function json(value: unknown, status = 200, headers: Record<string, string | string[]> = {}) {
  reply = (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };
}

const root = { ...neutralRoot('en'), authId: 'a1' };
const screen = {
  __typename: 'LoginScreen',
  redirectTo: null,
  flowError: null,
  loginType: 'password',
  canToggle: false,
  acceptsUserId: true,
  returnTo: null,
  externalAccounts: [],
  takesPasskeys: false,
  botCheck: null,
  wantedPlan: null,
  wantedApp: null,
};
const anySession = {
  createdAt: '2026-01-04T15:04:05Z',
  lastSeenAt: '2026-01-04T16:04:05Z',
  loginMethod: 'Password',
  deviceInfo: null,
  browserInfo: null,
  country: null,
  current: true,
};
const error = (code: string, extra: object = {}) => [{ message: 'words', extensions: { code, ...extra } }];

beforeAll(async () => {
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done));
  process.env.KAIIN_API_URL = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});
afterAll(() => void api.close());
afterEach(() => void asked.splice(0));

async function open(
  headers: Record<string, string> = {},
  route = page({ document: LoginScreenDocument, namespaces: ['login'] }),
) {
  const sent: Record<string, unknown> = {};
  const res = {
    statusCode: 200,
    setHeader: (name: string, value: unknown) => {
      sent[name] = value;
    },
  };
  const context = {
    req: { headers },
    res,
    query: {},
    resolvedUrl: '/mypage?tab=1',
  } as unknown as GetServerSidePropsContext;
  const result = await route(context);
  const props = 'props' in result ? ((await result.props) as PageProps) : null;
  return { result, props, status: res.statusCode, sent };
}

describe('page data', () => {
  it('A-010 C-004: asks once, by hash, with the member’s own headers and no others', async () => {
    json({ data: { root, screen } });
    const { props, status } = await open({
      cookie: 'sid=1; auid=a1',
      'user-agent': 'PVS/1/2',
      'accept-language': 'en',
      referer: 'http://localhost:8080/',
      'x-kaiin-context': 'signed',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      'x-forwarded-for': '203.0.113.7',
      host: 'evil.example',
      connection: 'close',
      authorization: 'Bearer x',
    });
    expect(asked).toHaveLength(1);
    const [call] = asked as [Asked];
    expect(call.headers).toMatchObject({
      cookie: 'sid=1; auid=a1',
      'user-agent': 'PVS/1/2',
      'accept-language': 'en',
      referer: 'http://localhost:8080/',
      'x-kaiin-context': 'signed',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      'x-forwarded-for': '203.0.113.7',
    });
    expect(call.headers.host).not.toBe('evil.example');
    expect(call.headers.authorization).toBeUndefined();
    expect(call.body.operationName).toBe('LoginScreen');
    expect(call.body.query).toBeUndefined();
    expect(call.body.extensions.persistedQuery.sha256Hash).toBe(LoginScreenDocument.hash);
    expect(status).toBe(200);
    expect(props?.root).toEqual(root);
    expect(props?.state).toEqual({ ROOT_QUERY: { __typename: 'Query', loginScreen: screen } });
    expect(props?.locale).toBe('en');
    expect(Object.keys(props?.texts ?? {})).toEqual(['common', 'login']);
  });

  it('passes variables from path and query', async () => {
    json({ data: { root, screen } });
    await open(
      {},
      page({ document: LoginScreenDocument, variables: ({ resolvedUrl }) => ({ returnTo: resolvedUrl }) }),
    );
    expect(asked[0]?.body.variables).toMatchObject({ returnTo: '/mypage?tab=1' });
  });

  it('copies every Set-Cookie to the page’s answer, and never caches it', async () => {
    json({ data: { root, screen } }, 200, { 'set-cookie': ['sid=2; HttpOnly', 'auid=a1'] });
    const { sent } = await open();
    expect(sent['set-cookie']).toEqual(['sid=2; HttpOnly', 'auid=a1']);
    expect(sent['cache-control']).toBe('private, no-store');
  });

  it('C-008: redirectTo redirects instead of rendering', async () => {
    json({ data: { root, screen: { ...screen, redirectTo: '/mypage' } } });
    expect((await open()).result).toEqual({ redirect: { destination: '/mypage', statusCode: 302 } });
  });

  it('a visitor without session goes to the login and back', async () => {
    json({ data: { root, screen: null }, errors: error('UNAUTHENTICATED', { redirectTo: '/login' }) }, 401);
    expect((await open()).result).toEqual({
      redirect: { destination: '/login?returnTo=%2Fmypage%3Ftab%3D1', statusCode: 302 },
    });
  });

  it('hands a flow error to the page', async () => {
    const flowError = { __typename: 'FlowError', redirectTo: '/signup', message: 'm' };
    json({ data: { root, screen: { ...screen, flowError } } });
    const { props, status } = await open();
    expect([props?.flowError, status]).toEqual([flowError, 200]);
  });
});

// unlike an action, a page fails on 404 too.
describe('page faults', () => {
  it.each([
    ['NOT_FOUND', 404],
    ['FORBIDDEN', 403],
    ['PROFILE_FORBIDDEN', 403],
    ['REGION_BLOCKED', 403],
    ['TOO_MANY_REQUESTS', 429],
    ['INTERNAL', 500],
    ['UNAVAILABLE', 503],
  ])('C-009: %s makes the page fail with %d, in the store’s own look', async (code, wanted) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    json({ data: { root, screen: null }, errors: error(code, { requestId: 'r1' }) });
    const { props, status } = await open();
    expect(status).toBe(wanted);
    expect(props).toMatchObject({
      state: {},
      root: { authId: 'a1' },
      fault: { status: wanted, code, requestId: 'r1' },
    });
    expect(props?.texts).toHaveProperty('errors');
  });

  it('uses the status the server names', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    json({ errors: error('SOMETHING', { status: 502 }) }, 502);
    expect((await open()).status).toBe(502);
  });

  it.each([
    ['no GraphQL in the answer', () => json('nope', 500), 502],
    [
      'no JSON in the answer',
      () => {
        reply = (response) => void response.writeHead(200).end('<html>');
      },
      502,
    ],
    [
      'a broken connection',
      () => {
        reply = (response) => void response.destroy();
      },
      503,
    ],
  ])('%s', async (_name, arrange, wanted) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    arrange();
    const { props, status } = await open({ 'x-kaiin-locale': 'en' });
    expect(status).toBe(wanted);
    expect(props?.locale).toBe('en');
    expect(props?.root).toEqual(neutralRoot('en'));
    expect(log.mock.calls[0]?.[0]).toContain('Failed to load data');
  });

  it('an error page keeps its own status even when the API is down', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    reply = (response) => void response.destroy();
    const { props, status } = await open({}, errorPage(() => ({ status: 404, code: 'NOT_FOUND' })) as never);
    expect(status).toBe(404);
    expect(props?.fault).toEqual({ status: 404, code: 'NOT_FOUND', message: null, requestId: null });
  });
});

describe('error routes', () => {
  const show = async (route: typeof errorRoute, code?: string) => {
    const withCode: typeof errorRoute = (context) => route({ ...context, params: code ? { code } : {} });
    const { props, status } = await open({}, withCode as never);
    return [status, errorPageOf(props?.fault as Fault)];
  };

  it('X-064: an unknown route gives the 404 page', async () => {
    json({ data: { root } });
    expect(await show(unknownRoute)).toEqual([404, '404']);
  });

  it.each([
    ...['401', '403', '404', '500', '502', '503', '504'].map((code) => [code, Number(code), code] as const),
    ['region-block', 403, 'region-block'],
    ['profile-forbidden', 403, 'profile-forbidden'],
    ['unknown', 500, 'unknown'],
    ['429', 429, 'unknown'],
    ['200', 404, 'unknown'],
    ['constructor', 404, 'unknown'],
  ] as const)('/errors/%s answers %d with the page %s', async (code, status, wanted) => {
    json({ data: { root } });
    expect(await show(errorRoute, code)).toEqual([status, wanted]);
  });

  it('the last resort sends no request and keeps status and language', async () => {
    const res = { statusCode: 500 };
    const req = { headers: { 'x-kaiin-locale': 'en' } };
    const props = await ErrorRoute.getInitialProps({ req, res, err: null } as never);
    expect(asked).toHaveLength(0);
    expect([props.fault?.status, props.locale, Object.keys(props.texts)]).toEqual([500, 'en', ['common', 'errors']]);
  });
});

describe('many members at once', () => {
  const nextOf = (authId: string) => (Number(authId) % 2 === 0 ? 'ja' : 'en');

  it('300 parallel pages in two languages never see each other’s data', async () => {
    reply = (response, { headers }) => {
      const authId = String(headers.cookie);
      const data = { root: { ...neutralRoot(nextOf(authId)), authId } };
      setTimeout(() => response.end(JSON.stringify({ data })), Math.random() * 20);
    };
    const route = page({ document: RootScreenDocument }) as never;
    const pages = await Promise.all(Array.from({ length: 300 }, (_, index) => open({ cookie: String(index) }, route)));
    pages.forEach(({ props }, index) => {
      expect(props?.root.authId).toBe(String(index));
      expect(props?.locale).toBe(index % 2 === 0 ? 'ja' : 'en');
      expect(props?.texts.common).toMatchObject({ required: index % 2 === 0 ? '必須' : 'Required' });
    });
  });

  it('50 pages that are loaded and rendered at once show each their own member, and set each their own cookie', async () => {
    reply = (response, { headers, body }) => {
      const authId = String(headers.cookie);
      const sessions = [{ ...anySession, sessionId: 'the same for all', ip: `ip-${authId}-` }];
      const data = {
        root: { ...neutralRoot(nextOf(authId)), authId },
        header: { authId, displayName: `name-${authId}-`, profileImageUrl: null },
        screen: { redirectTo: null, flowError: null, sessions },
      };
      response.setHeader('set-cookie', `sid=${authId}`);
      const named = withTypenames(documentOf(body.operationName), data);
      setTimeout(() => response.end(JSON.stringify({ data: named })), Math.random() * 20);
    };
    const loaded = Array.from({ length: 50 }, async (_, index) => {
      const { props, sent } = await open({ cookie: String(index) }, sessionsRoute as never);
      await new Promise((done) => setTimeout(done, Math.random() * 20));
      const app = createElement(App, { Component: SessionsRoute, pageProps: props } as never);
      const html = renderToString(createElement(RouterContext.Provider, { value: routerAt('/mypage/sessions') }, app));
      return { html, state: JSON.stringify(props?.state), cookie: sent['set-cookie'] };
    });
    (await Promise.all(loaded)).forEach(({ html, state, cookie }, index) => {
      expect(html.match(/ip-\d+-/g)).toEqual([`ip-${index}-`]);
      expect(new Set(html.match(/name-\d+-/g))).toEqual(new Set([`name-${index}-`]));
      expect(state.match(/ip-\d+-/g)).toEqual([`ip-${index}-`]);
      expect(cookie).toEqual([`sid=${index}`]);
    });
  });
});
