import { sandbox } from './harness/addresses.ts';
import { expectAccessible } from './support/axe.ts';
import { browserFor } from './support/pairs.ts';
import { expect, test } from './support/test.ts';
import { backToWallet, inWallet, join } from './support/wallet.ts';

const approval = `${sandbox}/paypal/approve/*`;

test.use(browserFor({ lang: 'en', width: 375, by: 'keyboard' }));

test('X-053 F-201 R-076 R-077: by keyboard alone PayPal is refused, which adds nothing, then added, and deleted', async ({
  page,
  hands,
  say,
  signedIn,
}) => {
  const name = say('payment:types.PaypalRest');
  const method = `${name} taro@paypal.example`;
  const member = await inWallet(hands, signedIn);
  await join(hands, name, approval, 'paypal-refuse');
  await hands.arrived('payment:wallet.title');
  await expect(page.getByText('The payment method could not be registered.')).toBeVisible();
  expect(await member.paymentMethods()).toHaveLength(0);
  await expectAccessible(page);

  await join(hands, name, approval, 'paypal-ok');
  await hands.arrived('payment:complete.title');
  await expectAccessible(page);
  await backToWallet(hands, say);
  const row = page.getByRole('listitem').filter({ hasText: 'taro@paypal.example' });
  await expect(row.getByText(say('payment:wallet.default'), { exact: true })).toBeVisible();
  await expectAccessible(page);

  await hands.press('payment:wallet.deleteOf', { method });
  await hands.decide('payment:wallet.delete');
  await hands.arrived('payment:deleted.title');
  await expectAccessible(page);
  expect(await member.paymentMethods()).toHaveLength(0);
});
