import { fillCard, orderButton, placeOrder } from './support/checkout.ts';
import { cards, freshEmail, paymentMethodsIn } from './support/member.ts';
import { inbox, mailedCode, mailTo, settled } from './support/sandbox.ts';
import { fillForm, readPolicies } from './support/signup.ts';
import { expect, heading, hydrated, test } from './support/test.ts';
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
  await hydrated(page);
  await page.getByLabel(codeLabel[lang], { exact: true }).fill(await mailedCode(email)); // it sends itself
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

test('one order sent from two tabs at once is one charge, and both tabs say so', async ({
  page,
  context,
  say,
  ordered,
}) => {
  const member = await ordered('standard');
  const other = await context.newPage();
  await other.goto('/plans/standard/confirm');
  const tabs = [page, other];
  await Promise.all(tabs.map((tab) => placeOrder(tab)));
  for (const tab of tabs) await expect(heading(tab, say('purchase:complete.title'))).toBeVisible();
  expect(await member.charged()).toEqual([1100]);
});
