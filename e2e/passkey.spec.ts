import type { Page } from '@playwright/test';
import { App } from './support/oidc.ts';
import { mailTo } from './support/sandbox.ts';
import { expect, test } from './support/test.ts';

// Passkeys as a browser has them, with a device that Chromium plays: it keeps passkeys and has seen
// its member.

/** Gives the browser such a device. */
async function withDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a passkey is made, confirms, logs in, also for an app, is deleted and refused', async ({
  page,
  say,
  signedIn,
}) => {
  const member = await signedIn();
  await withDevice(page);
  const press = (key: string) => page.getByRole('button', { name: say(key), exact: true }).click();
  const leave = () => page.context().clearCookies({ name: 'sid' });

  await page.goto('/mypage');
  await expect(page.getByText(say('passkey:offer.title'))).toBeVisible();
  await page.goto('/mypage/passkeys');
  await press('passkey:add');
  await expect(page.getByText(say('passkey:neverUsed'))).toBeVisible();
  await mailTo(member.email, /パスキーが登録されました/);

  const since = encodeURIComponent(new Date(Date.now() + 1000).toISOString());
  await page.goto(`/login/confirm?returnTo=%2Fmypage%2Fpasskeys&since=${since}`);
  await press('login:passkey.confirm');
  await expect(page).toHaveURL('/mypage/passkeys');
  await expect(page.getByText(say('passkey:neverUsed'))).toBeHidden();

  await leave();
  await page.goto('/login?returnTo=%2Fmypage%2Fsessions');
  await press('login:passkey.use');
  await expect(page).toHaveURL('/mypage/sessions');

  await leave();
  const app = new App('openid');
  await app.open(page);
  await expect(page).toHaveURL(/\/oidc\/login\?/);
  await press('login:passkey.use');
  await press('oidc:consent.allow');
  const { idToken } = await app.tokens(await app.answer(page));
  const claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ acr: 'urn:kaiin:acr:2', amr: ['pop', 'mfa'] });

  await page.goto('/mypage/passkeys');
  await press('passkey:delete');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('passkey:delete'), exact: true })
    .click();
  await expect(page.getByText(say('passkey:empty'))).toBeVisible();

  await leave();
  await page.goto('/login');
  await press('login:passkey.use');
  await expect(page.getByRole('alert').getByText(/パスキー/)).toBeVisible();
  await expect(page).toHaveURL('/login');
});
