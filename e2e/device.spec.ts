import type { Page } from '@playwright/test';
import { site } from './harness/addresses.ts';
import { expectAccessible, expectFits320 } from './support/axe.ts';
import { Keyboard } from './support/keyboard.ts';
import { Member } from './support/member.ts';
import { tv, userInfo } from './support/oidc.ts';
import { walked } from './support/pairs.ts';
import { logIn } from './support/signup.ts';
import { expect, heading, hydrated, test } from './support/test.ts';

// A television that asks its member to allow it on another device (RFC 8628).

/** The television, which shows a code and asks again and again. */
class Television {
  private constructor(
    readonly userCode: string,
    readonly address: string,
    private readonly deviceCode: string,
  ) {}

  static async start(scope = 'openid profile entitlements'): Promise<Television> {
    const got = await fetch(`${site}/oidc/device_authorization`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: tv, scope }),
    });
    const told = (await got.json()) as Record<string, string>;
    expect(told.verification_uri).toBe(`${site}/device`);
    return new Television(told.user_code ?? '', told.verification_uri_complete ?? '', told.device_code ?? '');
  }

  async poll(): Promise<Record<string, string>> {
    const got = await fetch(`${site}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        client_id: tv,
        device_code: this.deviceCode,
      }),
    });
    return (await got.json()) as Record<string, string>;
  }
}

type Say = (key: string, values?: Record<string, string | number>) => string;
const field = (page: Page, say: Say) =>
  page.getByLabel(say('oidc:device.code'), { exact: true }).and(page.locator('input'));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** What the demo store calls its own app. */
const names = { ja: 'トダイザTV', en: 'Todaiza TV' };

walked('allow a television', ({ lang }) => {
  test('X-055: a QR code leads through the login to what the television asks for; the member compares the code, and allows it', async ({
    page,
    hands,
    say,
  }) => {
    const member = await Member.create({ locale: lang });
    const television = await Television.start();
    expect((await television.poll()).error).toBe('authorization_pending');
    await page.goto(television.address);
    await expect(page).toHaveURL(/\/oidc\/login\?returnTo=%2Fdevice%3Fuser_code%3D/);
    await logIn(page, lang, member.email);
    await hands.arrived('oidc:device.title');
    await expect(field(page, say)).toHaveValue(television.userCode);
    await hands.press('oidc:device.next');
    await hands.arrived('oidc:device.consentTitle', { name: names[lang] });
    await expect(page.getByText(television.userCode, { exact: true })).toBeVisible();
    await expect(page.getByText(say('oidc:device.compare'))).toBeVisible();
    await expect(page.getByText(say('oidc:device.warning'))).toBeVisible();
    await hydrated(page);
    await expectAccessible(page);
    await expectFits320(page);
    expect((await television.poll()).access_token, 'nothing is allowed by opening the address').toBeUndefined();
    await hands.press('oidc:device.allow');
    await hands.arrived('oidc:device.allowed');
    await expect(page.getByText(say('oidc:device.allowedLead'))).toBeVisible();
    await expectAccessible(page);
    const { access_token: access = '', scope = '' } = await television.poll();
    expect(scope.split(' ').sort()).toEqual(['entitlements', 'openid', 'profile']);
    expect((await userInfo(access)).about).toMatchObject({ sub: member.accountId, entitlements: [] });
    await page.goto(television.address);
    await hands.press('oidc:device.next');
    await expect(page.getByText(say('oidc:device.unknown')), 'the code is good once').toBeVisible();
  });
});

test('X-055: a code is typed as it comes, a wrong one is said to be wrong, and what is switched off is not handed over', async ({
  page,
  say,
  signedIn,
}) => {
  await signedIn();
  const television = await Television.start();
  await page.goto('/device');
  await expect(heading(page, say('oidc:device.title'))).toBeVisible();
  await hydrated(page);
  await expectAccessible(page);
  await expectFits320(page);
  await field(page, say).fill('hello');
  await button(page, say('oidc:device.next')).click();
  await expect(page.getByText(say('oidc:device.unknown'))).toBeVisible();
  await expect(field(page, say)).toHaveValue('hello');
  await hydrated(page);
  await expectAccessible(page);
  await field(page, say).fill(`　${television.userCode.toLowerCase().replace('-', 'ー')} `);
  await button(page, say('oidc:device.next')).click();
  await expect(page).toHaveURL(new RegExp(`user_code=${television.userCode}$`));
  await page.getByRole('switch', { name: 'プロフィール' }).click();
  await button(page, say('oidc:device.allow')).click();
  await expect(heading(page, say('oidc:device.allowed'))).toBeVisible();
  expect((await television.poll()).scope?.split(' ').sort()).toEqual(['entitlements', 'openid']);
});

test('X-055: a member refuses, and guesses too many codes', async ({ page, say, signedIn }) => {
  await signedIn();
  const television = await Television.start();
  await page.goto(television.address);
  await button(page, say('oidc:device.next')).click();
  await button(page, say('oidc:device.refuse')).click();
  await expect(heading(page, say('oidc:device.refused'))).toBeVisible();
  expect((await television.poll()).error).toBe('access_denied');
  let status = 200;
  for (let i = 0; i < 30 && status === 200; i++) {
    status = (
      await page.request.post('/device/code', { form: { user_code: 'ZZZZ-ZZZZ' }, headers: { origin: site } })
    ).status();
  }
  expect(status).toBe(429);
  const next = await Television.start();
  await page.goto(next.address);
  await button(page, say('oidc:device.next')).click();
  await expect(page.getByText(say('oidc:device.tooMany'))).toBeVisible();
  await expect(button(page, say('oidc:device.allow'))).toHaveCount(0);
});

test('X-055: by keyboard alone', async ({ page, say, signedIn }) => {
  await signedIn();
  const television = await Television.start();
  await page.goto('/device');
  await hydrated(page);
  const keyboard = new Keyboard(page);
  await keyboard.type(field(page, say), television.userCode);
  await page.keyboard.press('Enter');
  await expect(page.getByText(television.userCode, { exact: true })).toBeVisible();
  await hydrated(page);
  await keyboard.press(page.getByRole('switch', { name: 'プロフィール' }), 'Space');
  await keyboard.press(button(page, say('oidc:device.allow')));
  await expect(heading(page, say('oidc:device.allowed'))).toBeVisible();
  expect((await television.poll()).scope?.split(' ').sort()).toEqual(['entitlements', 'openid']);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('X-055: a code is typed and allowed, and another one refused', async ({ page, say, signedIn }) => {
    await signedIn();
    for (const [answer, said] of [
      ['allow', 'allowed'],
      ['refuse', 'refused'],
    ] as const) {
      const television = await Television.start();
      await page.goto('/device');
      await field(page, say).fill(television.userCode);
      await button(page, say('oidc:device.next')).click();
      await button(page, say(`oidc:device.${answer}`)).click();
      await expect(heading(page, say(`oidc:device.${said}`))).toBeVisible();
      expect(Boolean((await television.poll()).access_token)).toBe(answer === 'allow');
    }
  });
});

test('X-055: no page of another site answers a television', async ({ page, signedIn }) => {
  const member = await signedIn();
  const television = await Television.start();
  const form = {
    user_code: television.userCode,
    accountId: member.accountId,
    answer: 'allow',
    addScope: 'openid',
  };
  for (const path of ['/device/form', '/device/code', '/oidc/logout/form']) {
    const answer = await page.request.post(path, {
      form,
      headers: { origin: 'https://evil.example' },
      maxRedirects: 0,
    });
    expect(answer.status(), path).toBe(403);
  }
  expect((await television.poll()).error).toBe('authorization_pending');
});
