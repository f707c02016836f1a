import { fillCard, fillHolder, orderButton, placeOrder } from './support/checkout.ts';
import { cards, freshEmail, Member, password, paymentMethodsIn } from './support/member.ts';
import { inbox, mailedCode, mailTo, settled } from './support/sandbox.ts';
import { fillForm, readPolicies } from './support/signup.ts';
import { expect, heading, test } from './support/test.ts';
import { codeLabel, codeName } from './support/words.ts';

test('every submit of sign-up and purchase, pressed twice, acts once', async ({ page, lang, say, watch }) => {
  const email = freshEmail('twice');
  const code = codeName[lang];
  const twice = (key: string) => page.getByRole('button', { name: say(key, { code }), exact: true }).dblclick();
  const arrived = (key: string) => expect(heading(page, say(key, { code }))).toBeVisible();

  await page.goto('/signup/policy');
  await readPolicies(page);
  await twice('signup:policy.agree');
  await arrived('signup:email.title');
  await page.getByLabel(say('signup:email.email'), { exact: true }).fill(email);
  await page.getByLabel(say('signup:email.emailConfirm'), { exact: true }).fill(email);
  await twice('signup:email.send');
  await arrived('signup:pinCode.title');
  await page.getByLabel(codeLabel[lang], { exact: true }).fill(await mailedCode(email));
  await twice('signup:pinCode.submit');
  await arrived('signup:form.title');
  await fillForm(page, lang);
  await twice('signup:form.submit');
  await arrived('signup:confirm.title');
  await twice('signup:confirm.register');
  await arrived('signup:complete.title');
  for (const step of ['SignupPolicy', 'SignupEmail', 'SignupPinCode', 'SignupConfirm', 'Signup']) {
    expect(watch.times(step), step).toBe(1);
  }

  await page.goto('/plans/standard');
  await fillCard(page, cards.good);
  await twice('purchase:form.registerCard');
  await arrived('purchase:confirm.title');
  await fillHolder(page);
  await orderButton(page).dblclick();
  await arrived('purchase:complete.title');
  for (const step of ['RegisterCard', 'PurchaseForm', 'Purchase']) expect(watch.times(step), step).toBe(1);

  const methods = await paymentMethodsIn(page);
  expect(methods).toHaveLength(1);
  expect(await settled(methods)).toEqual([1100]);
  await mailTo(email, /申し込み|注文/);
  const subjects = (await inbox(email)).map(({ subject }) => subject);
  expect(subjects, 'one code, one welcome, one receipt').toHaveLength(3);
});

test('the login, pressed twice, begins one session', async ({ page, say, watch }) => {
  const { email } = await Member.create();
  await page.goto('/login');
  await page.getByLabel(say('login:identifier'), { exact: true }).fill(email);
  await page.getByLabel(say('login:password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: say('login:submit'), exact: true }).dblclick();
  await expect(heading(page, say('mypage:title'))).toBeVisible();
  expect(watch.times('Login')).toBe(1);
});

test('the logout, pressed twice, logs out once', async ({ page, say, watch, become }) => {
  await become(await Member.create());
  await page.goto('/logout');
  await page.getByRole('button', { name: say('login:logout.submit'), exact: true }).dblclick();
  await expect(heading(page, say('login:logout.doneTitle'))).toBeVisible();
  expect(watch.times('Logout')).toBe(1);
});

test('one order sent from two tabs at once is one charge, and both tabs say so', async ({
  page,
  context,
  say,
  become,
}) => {
  const member = await Member.create();
  await member.order('standard', await member.registerCard());
  await become(member);
  const other = await context.newPage();
  const tabs = [page, other];
  for (const tab of tabs) await tab.goto('/plans/standard/confirm');
  await Promise.all(tabs.map((tab) => placeOrder(tab)));
  for (const tab of tabs) await expect(heading(tab, say('purchase:complete.title'))).toBeVisible();
  expect(await member.charged()).toEqual([1100]);
});
