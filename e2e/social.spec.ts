import { chooseAtProvider, enterCode, freshSubject, press, signInAtProvider } from './support/identity.ts';
import { freshEmail, Member } from './support/member.ts';
import { walked } from './support/pairs.ts';
import { readPolicies } from './support/signup.ts';
import { expect, heading, test } from './support/test.ts';

const providers = { pointer: ['LINE', 'Google'], keyboard: ['Yahoo! JAPAN', 'Facebook'] } as const;

walked('link an external account', ({ by }) => {
  for (const provider of providers[by]) {
    test(`X-019 X-020 X-053 S-033 S-034 R-049 R-050 L-024 C-053 C-054 C-055 C-057 R-045 R-046 R-047: ${provider} is linked, used to log in, and unlinked`, async ({
      page,
      hands,
      say,
      become,
      context,
      signedIn,
    }) => {
      const member = await signedIn();
      const who = { subject: freshSubject() };
      await page.goto('/mypage');
      await hands.arrived('mypage:title');
      await hands.follow(say('social:block.linkTo', { name: provider }));
      await signInAtProvider(hands, who);
      await hands.arrived('social:enabled.title');
      await expect(page).toHaveURL('/mypage/social/enable/complete');

      await context.clearCookies();
      await page.goto('/login?returnTo=%2Fmypage%2Fplans');
      await hands.arrived('login:title');
      await hands.follow(say('social:buttons.login.label', { name: provider }));
      await signInAtProvider(hands, who);
      await expect(page).toHaveURL('/mypage/plans');
      await page.goto('/mypage');
      await expect(page.getByText(say('social:block.loggedIn'), { exact: true })).toBeVisible();

      await context.clearCookies();
      await become(await fresh(member));
      await page.goto('/mypage');
      await hands.arrived('mypage:title');
      await hands.press('social:block.unlinkFrom', { name: provider });
      await hands.decide('social:unlink.confirm');
      await hands.arrived('social:disabled.title');
      await expect(page).toHaveURL('/mypage/social/disable/complete');
    });
  }
});

/** The member in a browser of their own, logged in by password. */
async function fresh(member: Member) {
  const visitor = await member.elsewhere();
  return { cookies: () => visitor.cookies() };
}

walked('sign up with an external account', () => {
  test('X-053 X-054 S-030 C-056 L-023: with an address the provider has verified there is no email step and no password', async ({
    page,
    hands,
    say,
  }) => {
    await page.goto('/signup/policy');
    await hands.arrived('signup:policy.title');
    await hands.readPolicies();
    await hands.press('signup:policy.agree');
    await hands.ready();
    await hands.follow(say('social:buttons.signup.label', { name: 'Google' }));
    const email = freshEmail('google');
    await signInAtProvider(hands, { subject: freshSubject(), email, verified: true });
    await hands.arrived('signup:form.title');
    await expect(page).toHaveURL('/signup/form');
    await expect(page.getByText(say('social:linking.title', { name: 'Google' }))).toBeVisible();
    await expect(page.getByLabel(say('signup:fields.password'), { exact: true })).toHaveCount(0);
    await hands.fill(say('registration:fields.familyName'), '灯台');
    await hands.fill(say('registration:fields.givenName'), '花子');
    await hands.fill(say('registration:fields.birthday'), '1992/02/29');
    await hands.press('signup:form.submit');
    await hands.arrived('signup:confirm.title');
    await hands.press('signup:confirm.register');
    await hands.arrived('signup:complete.title');
    await page.goto('/mypage');
    await expect(page.getByText(email)).toBeVisible();
  });
});

test.describe('an external account', () => {
  test('A-073: without one the email step follows', async ({ page, hands, lang, say }) => {
    await page.goto('/signup/policy');
    await readPolicies(page);
    await press(page, lang, 'signup:policy.agree');
    await page.getByRole('link', { name: say('social:buttons.signup.label', { name: 'LINE' }), exact: true }).click();
    const email = freshEmail('line');
    await signInAtProvider(hands, { subject: freshSubject(), email });
    await expect(page).toHaveURL('/signup/email');
    await expect(page.getByLabel(say('signup:email.email'), { exact: true })).toHaveValue(email);
    await press(page, lang, 'signup:email.send', { code: '認証コード' });
    await enterCode(page, lang, 'proof', email);
    await expect(page).toHaveURL('/signup/form');
  });

  test('E-025: an address that has an account is not linked by itself', async ({ page, hands, say }) => {
    const member = await Member.create();
    await page.goto('/login');
    await page.getByRole('link', { name: say('social:buttons.login.label', { name: 'Google' }), exact: true }).click();
    await signInAtProvider(hands, { subject: freshSubject(), email: member.email, verified: true });
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
