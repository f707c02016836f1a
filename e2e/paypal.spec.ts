import { sandbox } from './harness/addresses.ts';
import { expectAccessible } from './support/axe.ts';
import { atConfirm, orderButton } from './support/checkout.ts';
import { Member } from './support/member.ts';
import { expect, heading, test } from './support/test.ts';

const address = 'taro@paypal.example';

test('F-201 R-076: PayPal is added in the wallet, and a refusal there adds nothing', async ({ page, say, become }) => {
  const member = await Member.create();
  await become(member);
  const name = say('payment:types.PaypalRest');
  const add = page.getByRole('button', { name: say('payment:join.button', { name }), exact: true });
  await page.goto('/mypage/payment-method');
  await add.click();
  await page.waitForURL(`${sandbox}/paypal/approve/*`);
  await page.getByTestId('paypal-refuse').click();
  await expect(heading(page, say('payment:wallet.title'))).toBeVisible();
  await expect(page.getByText('お支払い方法の登録に失敗しました。')).toBeVisible();
  expect(await member.paymentMethods()).toHaveLength(0);
  await expectAccessible(page);

  await add.click();
  await page.waitForURL(`${sandbox}/paypal/approve/*`);
  await page.getByTestId('paypal-ok').click();
  await expect(heading(page, say('payment:complete.title'))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: say('payment:toMethods'), exact: true }).click();
  await expect(heading(page, say('payment:wallet.title'))).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: address });
  await expect(row.getByText(say('payment:wallet.default'), { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('a plan is bought with a new PayPal: agreed there, the form goes on by itself, and nothing asks for a card', async ({
  page,
  lang,
  say,
  become,
}) => {
  const member = await Member.create();
  await become(member);
  const name = say('payment:types.PaypalRest');
  await page.goto('/plans/standard');
  await page.getByRole('radio', { name: say('purchase:form.newOf', { name }) }).check();
  await expect(page.locator('[autocomplete="cc-number"]')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: say('purchase:form.toProvider', { name }), exact: true }).click();
  await page.waitForURL(`${sandbox}/paypal/approve/*`);
  await page.getByTestId('paypal-ok').click();
  await atConfirm(page, lang);
  await expect(page.getByText(address, { exact: true })).toBeVisible();
  await expect(page.locator('[autocomplete="cc-family-name"]')).toHaveCount(0);
  await expectAccessible(page);
  await orderButton(page).click();
  await expect(heading(page, say('purchase:complete.title'))).toBeVisible();
});
