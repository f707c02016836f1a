import { expectAccessible } from './support/axe.ts';
import { App, allowAll } from './support/oidc.ts';
import { changeStore } from './support/staff.ts';
import { expect, hydrated, test } from './support/test.ts';

/** Another text of a scope, which the store asks for anew by raising its revision. */
const scopes = '  storeScopeSettings: # what apps may ask for beside the standard scopes\n';
const revised = `${scopes}    - scopeKey: profile
      scopeName: { ja: プロフィール, en: Profile }
      scopeDescription: { ja: お名前と、お気に入りの作品。, en: Your name and the films you love. }
      revision: 1
`;

test('F-124 S-036: a scope that has changed since the member allowed it is asked for again, with a badge, and then no more', async ({
  page,
  say,
  signedIn,
}) => {
  const member = await signedIn();
  await allowAll(member.visitor, 'openid profile entitlements');
  const changeBack = changeStore(scopes, revised);
  try {
    const app = new App('openid profile entitlements');
    await expect(async () => {
      await app.open(page); // what the store changes shows within two seconds
      await expect(page).toHaveURL(/\/oidc\/consent\?/, { timeout: 500 });
    }).toPass();
    const profile = page.getByRole('switch', { name: new RegExp(say('oidc:consent.updated')) });
    await expect(profile).toHaveCount(1);
    await expect(page.getByRole('switch')).toHaveCount(1);
    await expect(profile).toHaveAccessibleName(/^プロフィール/);
    await expect(profile).toHaveAccessibleDescription(/お気に入りの作品/);
    const allowed = page.getByRole('region', { name: say('oidc:consent.allowed') });
    await expect(allowed.getByRole('listitem')).toHaveCount(2);
    await expect(allowed).not.toContainText('プロフィール');
    await hydrated(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: say('oidc:consent.allow') }).click();
    expect((await app.tokens(await app.answer(page))).scope).toBe('entitlements openid profile');

    const again = new App('openid profile entitlements');
    await again.open(page);
    expect((await again.tokens(await again.answer(page))).scope).toBe('entitlements openid profile');
  } finally {
    changeBack();
  }
});
