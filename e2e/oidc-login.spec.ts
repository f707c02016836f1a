import { codeNamed, freshSubject, signInAtProvider } from './support/identity.ts';
import { freshEmail, guarded, Member, password, signUpTo } from './support/member.ts';
import { App, allowAll, userInfo } from './support/oidc.ts';
import { mailedCode, mailedCodes } from './support/sandbox.ts';
import { goOnSigningUp } from './support/signup.ts';
import { expect, heading, hydrated, test } from './support/test.ts';
import { Visitor } from './support/visitor.ts';

// Who goes on to an app: logging in, signing up and choosing the account in the middle of
// its request.

const scope = 'openid profile';

//
test('R-055 R-056 R-057 X-058 C-063: a member chooses the account, or logs in with another one', async ({
  page,
  say,
  become,
}) => {
  const [one, other] = [await Member.create({ nickname: '一郎' }), await Member.create({ nickname: '次郎' })];
  for (const member of [one, other]) await allowAll(member.visitor, scope);
  await become(one);
  const asked = new App(scope, { prompt: 'select_account' });
  await asked.open(page);
  await expect(page).toHaveURL(/\/oidc\/select-account\?request=/);
  await page.getByRole('button', { name: say('oidc:account.continue', { name: '一郎' }) }).click();
  const { access } = await asked.tokens(await asked.answer(page));
  expect((await userInfo(access)).about).toMatchObject({ nickname: '一郎' });

  const switched = new App(scope, { prompt: 'select_account' });
  await switched.open(page);
  await page.getByRole('button', { name: say('oidc:account.switch') }).click();
  await expect(page).toHaveURL(/\/oidc\/login\?/);
  await page.getByLabel(say('login:identifier'), { exact: true }).fill(other.email);
  await page.getByLabel(say('login:password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: say('login:submit') }).click();
  await page.getByRole('button', { name: say('oidc:account.continue', { name: '次郎' }) }).click();
  const second = await switched.tokens(await switched.answer(page));
  expect((await userInfo(second.access)).about).toMatchObject({ nickname: '次郎' });
});

test('P-001 X-005 R-053: a visitor signs up in the middle of a request and ends back at the app', async ({
  page,
  lang,
  say,
}) => {
  const app = new App(scope);
  await app.open(page);
  await expect(page).toHaveURL(/\/oidc\/login\?/);
  await page
    .getByRole('main')
    .getByRole('link', { name: say('login:signup'), exact: true })
    .click();
  await goOnSigningUp(page, lang, freshEmail('oidc'), async () => {});
  await page.getByRole('link', { name: say('signup:complete.onward') }).click();
  await page.getByRole('button', { name: say('oidc:consent.allow') }).click();
  expect((await app.tokens(await app.answer(page))).scope).toBe(scope);
});

test('R-053: an app may ask for a sign-up, which leads on to what the app asks', async () => {
  const visitor = new Visitor();
  const entry = new URL(await visitor.follow(new App(scope, { prompt: 'create' }).address));
  expect(entry.pathname).toBe('/signup/policy');
  await signUpTo('complete', visitor, { returnTo: entry.searchParams.get('returnTo') });
  const { nextPath } = await visitor.must('GET', '/signup/complete/screen-data');
  expect(new URL(await visitor.follow(String(nextPath))).pathname).toBe('/oidc/consent');
});

test('a second factor is asked for in the middle of a request, which then goes on', async ({ page, say }) => {
  const member = await guarded();
  const app = new App(scope);
  await app.open(page);
  await page.getByLabel(say('login:identifier'), { exact: true }).fill(member.email);
  await page.getByLabel(say('login:password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: say('login:submit') }).click();
  await expect(page).toHaveURL(/\/oidc\/login\/multi-factor/);
  const before = (await mailedCodes(member.email)).length;
  await page.getByRole('link', { name: say('login:factor.types.Email') }).click();
  await expect(heading(page, say('login:factor.enter.Email'))).toBeVisible();
  await expect(page).toHaveURL(/\/oidc\/login\/multi-factor\/Email/);
  await hydrated(page);
  await page
    .getByRole('textbox')
    .first()
    .fill(await mailedCode(member.email, before));
  await page.getByRole('button', { name: say('oidc:consent.allow') }).click();
  expect((await app.tokens(await app.answer(page))).status).toBe(200);
});

test('a code that came by mail logs in in the middle of a request, which then goes on', async ({ page, lang, say }) => {
  const member = await Member.create();
  const app = new App(scope);
  await app.open(page);
  const before = (await mailedCodes(member.email)).length;
  await page.getByRole('link', { name: say('login:toCode') }).click();
  await page.getByLabel(say('login:identifier'), { exact: true }).fill(member.email);
  await page.getByRole('button', { name: say('login:code.send') }).click();
  await expect(heading(page, say('login:code.title', { code: codeNamed('login', lang) }))).toBeVisible(); // the address changes first
  await expect(page).toHaveURL(/\/oidc\/login\/code/);
  await hydrated(page);
  await page
    .getByRole('textbox')
    .first()
    .fill(await mailedCode(member.email, before));
  await page.getByRole('button', { name: say('oidc:consent.allow') }).click();
  expect((await app.tokens(await app.answer(page))).status).toBe(200);
});

test('an external account logs in in the middle of a request, or signs up, and the request goes on', async ({
  page,
  hands,
  say,
  context,
}) => {
  const who = { subject: freshSubject(), email: freshEmail('google'), verified: true };
  const login = () =>
    page.getByRole('link', { name: say('social:buttons.login.label', { name: 'Google' }), exact: true });
  const first = new App(scope);
  await first.open(page);
  await login().click();
  await signInAtProvider(hands, who); // no member has it yet: a sign-up begins
  await hands.arrived('signup:form.title');
  await hands.readPolicies();
  await hands.fill(say('registration:fields.familyName'), '灯台');
  await hands.fill(say('registration:fields.givenName'), '花子');
  await hands.fill(say('registration:fields.birthday'), '1992/02/29');
  await hands.press('signup:form.submit');
  await hands.press('signup:confirm.register');
  await page.getByRole('link', { name: say('signup:complete.onward') }).click();
  await page.getByRole('button', { name: say('oidc:consent.allow') }).click();
  expect((await first.tokens(await first.answer(page))).status).toBe(200);

  await context.clearCookies();
  const again = new App(scope);
  await again.open(page);
  await login().click();
  await signInAtProvider(hands, who);
  const { access } = await again.tokens(await again.answer(page));
  expect((await userInfo(access)).about).toMatchObject({ name: '灯台 花子' });
});

test('the app says in which language it is: the pages of its request are in it', async ({ page, say, signedIn }) => {
  await signedIn();
  const app = new App(scope, { ui_locales: 'en-GB ja' });
  await app.open(page);
  await expect(page.getByRole('button', { name: 'Allow', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: say('oidc:consent.allow') })).toHaveCount(0);
});

test('C-042 C-059 C-060: the calls of a sign-up in the middle of a request', async () => {
  const visitor = new Visitor();
  const [email, returnTo] = [freshEmail('oidc'), '/oidc?request=x'];
  const entry = await visitor.must('GET', `/oidc/signup/screen-data?returnTo=${encodeURIComponent(returnTo)}`);
  expect(entry.redirectTo).toBe(`/signup/policy?returnTo=${encodeURIComponent(returnTo)}`);
  const { policies } = (await visitor.must('GET', '/signup/policy/screen-data')) as {
    policies: { policyId: string; revision: number; key: string }[];
  };
  const policyConsentData = policies.map(({ policyId, revision, key }) => ({ policyId, revision, key }));
  await visitor.must('POST', '/zapi/signup/policy', { policyConsentData, returnTo });
  const auth = await visitor.must('GET', '/oidc/signup/auth/screen-data');
  expect(auth).toMatchObject({ redirectTo: null, returnTo });
  const sent = await visitor.must('POST', '/zapi/oidc/signup/email', { type: 'signUp', email, policyConsentData });
  expect(sent.redirectTo).toBe('/signup/pin-code');
  expect(await mailedCode(email)).toMatch(/^\d{6}$/);
});
