import type { Page } from '@playwright/test';
import { expectAccessible, expectFits320 } from './support/axe.ts';
import { apps } from './support/diary.ts';
import { Keyboard } from './support/keyboard.ts';
import { App, allowAll, userInfo } from './support/oidc.ts';
import { walked } from './support/pairs.ts';
import { holdScripts } from './support/slowly.ts';
import { expect, heading, hydrated, test } from './support/test.ts';
import { Visitor } from './support/visitor.ts';

// What an app asks a member for, and what it gets.

type Texts = { app: string; scopes: Record<'openid' | 'profile' | 'offline_access' | 'entitlements', string> };
const texts: Record<'ja' | 'en', Texts> = {
  ja: {
    app: 'トダイザTV',
    scopes: {
      openid: 'ログイン',
      profile: 'プロフィール',
      offline_access: 'ログアウト後の利用',
      entitlements: '視聴できる作品・プラン',
    },
  },
  en: {
    app: 'Todaiza TV',
    scopes: {
      openid: 'Log in',
      profile: 'Profile',
      offline_access: 'Use after you log out',
      entitlements: 'What you can watch',
    },
  },
};

const scopeSwitch = (page: Page, name: string) => page.getByRole('switch', { name });
const everything = 'openid profile entitlements';

walked('allow an app', ({ lang }) => {
  // A-096
  test('R-051 R-058 R-059 X-055 X-056 X-057 L-034 L-035 L-040 S-035 S-038: a member allows an app what it asks for', async ({
    page,
    hands,
    signedIn,
  }) => {
    const { app: name, scopes } = texts[lang];
    const member = await signedIn({ nickname: '映子' });
    const app = new App(everything);
    await app.open(page);
    await expect(page).toHaveURL(/\/oidc\/consent\?request=/);
    await hands.arrived('oidc:consent.title', { name });
    await expect(page.getByRole('region', { name })).toContainText(
      lang === 'ja' ? 'テレビで映画を観る' : 'on your television',
    );
    await expect(scopeSwitch(page, scopes.openid)).toBeDisabled();
    await expect(scopeSwitch(page, scopes.openid)).toBeChecked();
    await expect(scopeSwitch(page, scopes.profile)).toBeChecked();
    const main = page.getByRole('main');
    const birthday = { ja: '1990年1月2日', en: 'January 2, 1990' }[lang];
    for (const own of ['会員 太郎', '映子', birthday]) await expect(main).toContainText(own);
    await expect(main).not.toContainText(member.email);
    await hydrated(page);
    await expectAccessible(page);
    await expectFits320(page);
    await hands.press('oidc:consent.allow');
    const answer = await app.answer(page);
    const { scope, access } = await app.tokens(answer);
    expect(scope).toBe('entitlements openid profile');
    const { about } = await userInfo(access);
    expect(about).toMatchObject({ name: '会員 太郎', nickname: '映子', birthdate: '1990-01-02', entitlements: [] });

    const again = new App('openid profile');
    await again.open(page);
    expect((await again.tokens(await again.answer(page))).scope, 'A-095: nothing is asked twice').toBe(
      'openid profile',
    );
  });
});

/**
 * The request of the demo store's app that is another company's; it has a server of its own, which
 * nothing here goes back to.
 */
const diary = `/oidc/authorize?${new URLSearchParams({
  client_id: 'cinema-diary',
  redirect_uri: `${apps}/app/back`,
  response_type: 'code',
  scope: 'openid email',
  code_challenge: 'a'.repeat(43),
  code_challenge_method: 'S256',
})}`;

test('L-033 L-034 L-035 L-036 L-037 L-038 L-039 F-131 F-132: whose the app is, its documents and what to know first', async ({
  page,
  signedIn,
}) => {
  const member = await signedIn();
  await page.goto(diary);
  const app = page.getByRole('region', { name: 'シネマ手帖', exact: true });
  const logo = app.locator('img');
  expect(
    await logo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0);
  await expect(app).toContainText('提供：株式会社シネマ手帖');
  await expect(app).toContainText('観た映画を記録して');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'シネマ手帖の利用規約' })).toHaveAttribute('href', /\/app\/terms$/);
  await expect(main.getByRole('link', { name: 'シネマ手帖のプライバシーポリシー' })).toHaveAttribute(
    'href',
    /\/app\/privacy$/,
  );
  await expect(page.getByRole('region', { name: 'ご確認ください' })).toContainText('公開・非公開を選べます');
  await expect(main).toContainText(`メールアドレス：${member.email}`);
  await expect(main).not.toContainText('会員 太郎');
});

test('a picture of an app that does not load takes no room', async ({ page, watch, signedIn }) => {
  watch.allow(/cinema-diary\.svg/);
  await page.route('**/cinema-diary.svg', (route) => route.fulfill({ status: 404, body: '' }));
  await signedIn();
  await page.goto(diary);
  await hydrated(page);
  await expect(page.getByRole('region', { name: 'シネマ手帖', exact: true }).locator('img')).toHaveCount(0);
});

// A-091
test('S-039 C-062: what is switched off, before the scripts come or after, is sent as refused, and not handed over', async ({
  page,
  say,
  signedIn,
}) => {
  const { scopes } = texts.ja;
  await signedIn();
  const app = new App('openid profile offline_access entitlements');
  const letGo = await holdScripts(page);
  await page.goto(app.address, { waitUntil: 'commit' });
  await scopeSwitch(page, scopes.profile).uncheck();
  await scopeSwitch(page, scopes.offline_access).uncheck();
  letGo();
  await hydrated(page);
  await expect(scopeSwitch(page, scopes.profile)).not.toBeChecked();
  await scopeSwitch(page, scopes.offline_access).check();
  await scopeSwitch(page, scopes.entitlements).uncheck();
  const sent = page.waitForRequest((request) => request.url().endsWith('/oidc/consent/form'));
  await page.getByRole('button', { name: say('oidc:consent.allow') }).click();
  const form = new URLSearchParams((await sent).postData() ?? '');
  expect([form.getAll('addScope').sort(), form.getAll('rejectScope').sort()]).toEqual([
    ['offline_access', 'openid'],
    ['entitlements', 'profile'],
  ]);
  const { scope, access } = await app.tokens(await app.answer(page));
  expect(scope).toBe('offline_access openid');
  expect((await userInfo(access)).about).not.toHaveProperty('name');
});

test('S-036 S-037 F-124 F-125: of what is asked later only the new is asked, what is allowed already is shown apart and fixed', async ({
  page,
  say,
  signedIn,
}) => {
  const { app: name, scopes } = texts.ja;
  const member = await signedIn();
  await allowAll(member.visitor, 'openid profile');
  const app = new App(everything);
  await app.open(page);
  await expect(heading(page, say('oidc:consent.title', { name }))).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(1);
  await expect(scopeSwitch(page, scopes.entitlements)).toBeChecked();
  const allowed = page.getByRole('region', { name: say('oidc:consent.allowed') });
  await expect(allowed.getByRole('listitem')).toHaveCount(2);
  await expect(allowed).toContainText(scopes.profile);
  await expect(allowed.getByRole('switch')).toHaveCount(0);
  await hydrated(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: say('oidc:consent.allow') }).click();
  expect((await app.tokens(await app.answer(page))).scope).toBe('entitlements openid profile');
});

// A-093
test('R-060: a member who refuses goes back with access_denied, and the request is over', async ({
  page,
  say,
  signedIn,
}) => {
  await signedIn();
  const app = new App(everything);
  await app.open(page);
  const consent = page.url();
  await page.getByRole('link', { name: say('oidc:consent.refuse') }).click();
  const answer = await app.answer(page);
  expect([answer.get('error'), answer.get('code')]).toEqual(['access_denied', null]);

  const status = (await page.goto(consent))?.status();
  await expect(heading(page, say('oidc:error.expired'))).toBeVisible();
  expect(status).toBe(400);
  await expect(page.getByRole('main')).toContainText(say('oidc:error.again'));
  await hydrated(page);
  await expectAccessible(page);
});

test('two requests in two tabs do not disturb each other', async ({ page, context, say, signedIn }) => {
  await signedIn();
  const [first, second] = [new App('openid profile'), new App('openid entitlements')];
  const other = await context.newPage();
  await first.open(page);
  await second.open(other);
  const allow = say('oidc:consent.allow');
  await page.getByRole('button', { name: allow }).click();
  expect((await first.tokens(await first.answer(page))).scope).toBe('openid profile');
  await other.getByRole('button', { name: allow }).click();
  expect((await second.tokens(await second.answer(other))).scope).toBe('entitlements openid');
});

test('another member logs in in another tab: the consent is shown anew, and nothing of the former is handed over', async ({
  page,
  say,
  signedIn,
}) => {
  await signedIn({ nickname: '一郎' });
  const app = new App('openid profile');
  await app.open(page);
  await signedIn({ nickname: '次郎' });
  await page.getByRole('button', { name: say('oidc:consent.allow') }).click();
  await expect(page.getByText(say('oidc:consent.as', { name: '次郎' }))).toBeVisible();
  await page.getByRole('button', { name: say('oidc:consent.allow') }).click();
  const { access } = await app.tokens(await app.answer(page));
  expect((await userInfo(access)).about).toMatchObject({ nickname: '次郎' });
});

test('S-035: Tab, Enter and Space alone lead through the consent', async ({ page, say, signedIn }) => {
  const { scopes } = texts.ja;
  await signedIn();
  const app = new App(everything);
  await app.open(page);
  await hydrated(page);
  const keyboard = new Keyboard(page);
  await keyboard.press(scopeSwitch(page, scopes.entitlements), 'Space');
  await keyboard.press(page.getByRole('button', { name: say('oidc:consent.allow') }));
  expect((await app.tokens(await app.answer(page))).scope).toBe('openid profile');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('R-059 S-038 S-039: the consent works, and a box without its tick is refused', async ({
    page,
    say,
    signedIn,
  }) => {
    const { scopes } = texts.ja;
    await signedIn();
    const app = new App(everything);
    await app.open(page);
    await scopeSwitch(page, scopes.profile).uncheck();
    await page.getByRole('button', { name: say('oidc:consent.allow') }).click();
    expect((await app.tokens(await app.answer(page))).scope).toBe('entitlements openid');
  });

  test('R-055 R-056: and so does the choice of the account', async ({ page, say, signedIn }) => {
    const member = await signedIn({ nickname: '三郎' });
    await allowAll(member.visitor, 'openid profile');
    const app = new App('openid profile', { prompt: 'select_account' });
    await app.open(page);
    await page.getByRole('button', { name: say('oidc:account.continue', { name: '三郎' }) }).click();
    expect((await app.tokens(await app.answer(page))).status).toBe(200);
  });
});

test('R-052 E-034 E-035 E-036 L-027 L-028 L-029 L-030 L-031 L-032: an error that no app may be told is shown, or answered as data', async ({
  page,
  request,
  say,
}) => {
  const shown = await page.goto(
    '/oidc/authorize?client_id=unknown&redirect_uri=https%3A%2F%2Fevil.example&response_type=code',
  );
  await expect(page).toHaveURL(/\/oidc\/error\?/);
  expect(shown?.status()).toBeGreaterThanOrEqual(400);
  await expect(heading(page, say('oidc:error.title'))).toBeVisible();
  await expect(page.getByRole('main')).toContainText('invalid_client');
  await expect(page.getByRole('main')).toContainText(say('oidc:error.again'));
  await hydrated(page);
  await expectAccessible(page);

  const visitor = new Visitor();
  for (const [query, status] of [
    ['', 500],
    ['?status=500', 500],
    ['?status=200', 500],
    ['?status=99999999999999999999', 500],
    ['?status=403&error=x', 403],
  ] as const) {
    const answer = await visitor.get(`/oidc/error${query}`);
    expect(answer.status, query).toBe(status);
    expect(answer.text).toContain(status === 500 ? 'SERVER_ERROR' : 'Forbidden');
  }

  const markup = '<img src=x onerror=alert(1)>';
  await page.goto(
    `/oidc/error?${new URLSearchParams({ status: '400', error: markup, error_description: 'か'.repeat(400) })}`,
  );
  await expect(page.getByText(markup)).toBeVisible();
  await expect(page.locator('img[src=x]')).toHaveCount(0);
  await expect(page.getByText('か'.repeat(200), { exact: true })).toBeVisible();
  await expectFits320(page);

  const data = await request.get('/oidc/error?status=418&error=teapot&message=mine', {
    headers: { accept: 'application/json' },
  });
  expect(data.status()).toBe(418);
  expect(await data.json()).toEqual({ message: 'OIDC Error', status: '418', error: 'teapot' });
  const bare = await request.get('/oidc/error', { headers: { accept: 'application/json' } });
  expect([bare.status(), await bare.json()]).toEqual([500, { message: 'OIDC Error' }]);
});
