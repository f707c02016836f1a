// @vitest-environment node
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GetServerSidePropsContext } from 'next';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PageProps } from '@/lib/pageProps';
import { getServerSideProps as loginRoute } from '@/pages/staff/login';
import { getServerSideProps as memberRoute } from '@/pages/staff/members/[accountId]';

type Asked = { headers: IncomingHttpHeaders; body: { operationName: string; query: string; variables: object } };
const asked: Asked[] = [];
let answers: Record<string, object> = {};

const api = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const body = JSON.parse(text);
  asked.push({ headers: request.headers, body });
  response.end(JSON.stringify(answers[body.operationName] ?? { data: { staff: null } }));
});

beforeAll(async () => {
  await new Promise<void>((ready) => api.listen(0, '127.0.0.1', ready));
  process.env.KAIIN_API_URL = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});
afterAll(() => void api.close());
beforeEach(() => {
  asked.length = 0;
  answers = {};
});

const staff = (...scopes: string[]) => ({ staffNumber: 1, name: '灯 葵', department: null, scopes, freshUntil: null });
const failed = (code: string, status: number) => ({
  errors: [{ message: `says ${code}`, extensions: { code, status } }],
  data: null,
});

async function open(route = memberRoute, headers: IncomingHttpHeaders = {}) {
  const res = { statusCode: 0 };
  const result = await route({
    req: { headers: { cookie: 'kaiin_staff=t', 'x-kaiin-context': 'signed', 'x-kaiin-locale': 'en', ...headers } },
    res,
    params: { accountId: 'a1' },
    query: {},
    resolvedUrl: '/staff/members/a1',
  } as unknown as GetServerSidePropsContext);
  const { props, redirect } = result as { props?: PageProps; redirect?: { destination: string } };
  return { status: res.statusCode, desk: props?.desk, props, to: redirect?.destination };
}

describe('a page of the staff', () => {
  it('asks with the cookie of the staff, the mark and the context of the page', async () => {
    answers.MemberScreen = { data: { staff: staff(), member: { accountId: 'a1' } } };
    const { status, desk, props } = await open();
    const [{ headers, body }] = asked as [Asked];
    expect(headers).toMatchObject({ cookie: 'kaiin_staff=t', 'x-kaiin-staff': '1', 'x-kaiin-context': 'signed' });
    expect(body.query).toMatch(/^query MemberScreen/);
    expect(body.variables).toEqual({ accountId: 'a1' });
    expect([status, desk?.fault, desk?.caller?.name, props?.locale]).toEqual([200, null, '灯 葵', 'en']);
  });

  it('asks for what the caller may read, and for nothing else', async () => {
    answers.MemberScreen = { data: { staff: staff('CONTRACTS_READ'), member: { accountId: 'a1' } } };
    answers.MemberContractsScreen = failed('TOO_BROAD', 400);
    answers.MemberTimelineScreen = { data: { member: null } };
    const { status, desk } = await open();
    expect(asked.map(({ body }) => body.operationName)).toEqual([
      ...['MemberScreen', 'MemberContractsScreen', 'MemberTimelineScreen'],
    ]);
    expect(desk?.data).toMatchObject({ contracts: { wrong: 'says TOO_BROAD' }, money: null });
    expect(status).toBe(200);
  });

  it.each([
    ['UNAUTHENTICATED', '/staff/login?returnTo=%2Fstaff%2Fmembers%2Fa1'],
    ['REAUTHENTICATION_REQUIRED', '/staff/confirm?returnTo=%2Fstaff%2Fmembers%2Fa1'],
  ])('leads elsewhere for %s', async (code, to) => {
    answers.MemberScreen = failed(code, 401);
    expect((await open()).to).toBe(to);
  });

  it('says what is missing to somebody who is logged in', async () => {
    answers.MemberScreen = failed('MISSING_SCOPE', 403);
    answers.DeskScreen = { data: { staff: staff('MEMBERS_FIND') } };
    const { status, desk } = await open();
    expect([status, desk?.fault?.message, desk?.caller?.scopes]).toEqual([403, 'says MISSING_SCOPE', ['MEMBERS_FIND']]);
    expect(desk?.data).toBeNull();
  });

  it('is not found where there is no such member', async () => {
    answers.MemberScreen = { data: { staff: staff(), member: null } };
    expect(await open()).toMatchObject({ status: 404, desk: { fault: { code: 'NOT_FOUND' } } });
  });

  it('is the login without asking anybody, and knows the issuer', async () => {
    expect((await open(loginRoute)).desk?.byIssuer).toBe(false);
    expect((await open(loginRoute, { 'x-kaiin-issuer': '1' })).desk?.byIssuer).toBe(true);
    expect(asked).toEqual([]);
  });
});
