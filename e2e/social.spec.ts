import { chooseAtProvider, enterCode, freshSubject, press, signInAtProvider } from './support/identity.ts';
import { freshEmail, Member } from './support/member.ts';
import { readPolicies } from './support/signup.ts';
import { expect, heading, test } from './support/test.ts';

const providers = ['LINE', 'Google', 'Yahoo! JAPAN', 'Facebook'];

for (const [i, provider] of providers.entries()) {
  test.describe(provider, { tag: '@phone' }, () => {
    test.use({ locale: i % 2 ? 'en-US' : 'ja-JP' });

    test('S-033 S-034 R-049 R-050 L-024 C-053 C-054 C-055 C-057 R-045 R-046 R-047: linked, used to log in, and unlinked', async ({
      page,
      lang,
      say,
      become,
      context,
    }) => {
      const member = await Member.create({ locale: lang });
      const who = { subject: freshSubject() };
      await become(member);
      await page.goto('/mypage');
      await page.getByRole('link', { name: say('social:block.linkTo', { name: provider }), exact: true }).click();
      await signInAtProvider(page, who);
      await expect(heading(page, say('social:enabled.title'))).toBeVisible();
      await expect(page).toHaveURL('/mypage/social/enable/complete');

      await context.clearCookies();
      await page.goto('/login?returnTo=%2Fmypage%2Fplans');
      await page
        .getByRole('link', { name: say('social:buttons.login.label', { name: provider }), exact: true })
        .click();
      await signInAtProvider(page, who);
      await expect(page).toHaveURL('/mypage/plans');
      await page.goto('/mypage');
      await expect(page.getByText(say('social:block.loggedIn'), { exact: true })).toBeVisible();

      await context.clearCookies();
      await become(await fresh(member));
      await page.goto('/mypage');
      await page.getByRole('button', { name: say('social:block.unlinkFrom', { name: provider }), exact: true }).click();
      await press(page, lang, 'social:unlink.confirm');
      await expect(heading(page, say('social:disabled.title'))).toBeVisible();
      await expect(page).toHaveURL('/mypage/social/disable/complete');
    });
  });
}

/** The member in a browser of their own, logged in by password. */
async function fresh(member: Member) {
  const visitor = await member.elsewhere();
  return { cookies: () => visitor.cookies() };
}

test.describe('sign-up with an external account', () => {
  test('X-054 S-030 C-056 L-023: with an address the provider has verified there is no e-mail step and no password', async ({
    page,
    lang,
    say,
  }) => {
    await page.goto('/signup/policy');
    await readPolicies(page);
    await press(page, lang, 'signup:policy.agree');
    await page.getByRole('link', { name: say('social:buttons.signup.label', { name: 'Google' }), exact: true }).click();
    const email = freshEmail('google');
    await signInAtProvider(page, { subject: freshSubject(), email, verified: true });
    await expect(page).toHaveURL('/signup/form');
    await expect(page.getByText(say('social:linking.title', { name: 'Google' }))).toBeVisible();
    await expect(page.getByLabel(say('signup:fields.password'), { exact: true })).toHaveCount(0);
    await page.getByLabel(say('signup:fields.familyName'), { exact: true }).fill('灯台');
    await page.getByLabel(say('signup:fields.givenName'), { exact: true }).fill('花子');
    await page.getByLabel(say('signup:fields.birthday'), { exact: true }).fill('1992/02/29');
    await press(page, lang, 'signup:form.submit');
    await press(page, lang, 'signup:confirm.register');
    await expect(heading(page, say('signup:complete.title'))).toBeVisible();
    await page.goto('/mypage');
    await expect(page.getByText(email)).toBeVisible();
  });

  test('A-073: without one the e-mail step follows', async ({ page, lang, say }) => {
    await page.goto('/signup/policy');
    await readPolicies(page);
    await press(page, lang, 'signup:policy.agree');
    await page.getByRole('link', { name: say('social:buttons.signup.label', { name: 'LINE' }), exact: true }).click();
    const email = freshEmail('line');
    await signInAtProvider(page, { subject: freshSubject(), email });
    await expect(page).toHaveURL('/signup/email');
    await expect(page.getByLabel(say('signup:email.email'), { exact: true })).toHaveValue(email);
    await press(page, lang, 'signup:email.send', { code: '認証コード' });
    await enterCode(page, lang, 'proof', email);
    await press(page, lang, 'signup:pinCode.submit');
    await expect(page).toHaveURL('/signup/form');
  });

  test('E-025: an address that has an account is not linked by itself', async ({ page, say }) => {
    const member = await Member.create();
    await page.goto('/login');
    await page.getByRole('link', { name: say('social:buttons.login.label', { name: 'Google' }), exact: true }).click();
    await signInAtProvider(page, { subject: freshSubject(), email: member.email, verified: true });
    await expect(page).toHaveURL(/\/social\/relate\/error\?code=SOCIAL_EMAIL_ALREADY_EXISTS$/);
    await expect(heading(page, say('social:error.title'))).toBeVisible();
    await expect(page.getByRole('link', { name: say('social:error.toLogin') })).toBeVisible();
  });

  test('declining at the provider leads back to where one was', async ({ page, say }) => {
    await page.goto('/login');
    await page
      .getByRole('link', { name: say('social:buttons.login.label', { name: 'Facebook' }), exact: true })
      .click();
    await chooseAtProvider(page, 'deny');
    await expect(page).toHaveURL('/login');
  });
});
