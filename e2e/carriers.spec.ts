import { sandbox } from './harness/addresses.ts';
import { expectAccessible } from './support/axe.ts';
import { walked } from './support/pairs.ts';
import { expect, heading, test } from './support/test.ts';
import { backToWallet, inWallet, join } from './support/wallet.ts';

const page = `${sandbox}/sbps/link/*`;

walked('add a carrier', () => {
  test('X-062 F-205 R-076: d払い is added in the wallet, by the form that the carrier wants', async ({
    page: tab,
    hands,
    say,
    signedIn,
  }) => {
    const name = say('payment:types.SbpsDocomo');
    await inWallet(hands, signedIn);
    await join(hands, name, page, 'carrier-approve');
    await hands.arrived('payment:complete.title');
    await expectAccessible(tab);
    await backToWallet(hands, say);
    const row = tab.getByRole('listitem').filter({ hasText: name });
    await expect(row.getByText(say('payment:wallet.default'), { exact: true })).toBeVisible();
    await expectAccessible(tab);
  });
});

test('a carrier that refuses adds nothing, and the back button leads to a page at work', async ({
  page: tab,
  hands,
  say,
  signedIn,
}) => {
  const name = say('payment:types.SbpsPaypay');
  const add = tab.getByRole('button', { name: say('payment:join.button', { name }), exact: true });
  const member = await inWallet(hands, signedIn);
  await add.click();
  await tab.waitForURL(page);
  await tab.goBack();
  await expect(heading(tab, say('payment:wallet.title'))).toBeVisible();
  await expect(add).toBeEnabled();
  await join(hands, name, page, 'carrier-cancel');
  await expect(heading(tab, say('payment:wallet.title'))).toBeVisible();
  await expect(tab.getByText('お支払い方法の登録に失敗しました。')).toBeVisible();
  expect(await member.paymentMethods()).toHaveLength(0);
  await expectAccessible(tab);
});

test('what a carrier has not told yet is in the wallet and in the form, and cannot be chosen', async ({
  page: tab,
  hands,
  say,
  signedIn,
}) => {
  const name = say('payment:types.SbpsDocomo');
  await inWallet(hands, signedIn);
  await join(hands, name, page, 'carrier-close');
  await tab.goto('/mypage/payment-method');
  await expect(tab.getByText(say('payment:wallet.awaited', { name }))).toBeVisible();
  await expectAccessible(tab);
  await tab.goto('/plans/standard');
  await tab.getByRole('tab', { name: say('purchase:form.tabs.registered') }).click();
  await expect(tab.getByRole('radio', { name: say('payment:choice.awaited') })).toBeDisabled();
  await expectAccessible(tab);
});

walked('end an agreement', ({ by }) => {
  const type = by === 'pointer' ? 'SbpsPaypay' : 'SbpsSoftbank';
  test(`R-077 C-078: ${type} is deleted, the member ends the agreement on its page, and one who comes back first is led there again`, async ({
    page: tab,
    hands,
    say,
    signedIn,
  }) => {
    const name = say(`payment:types.${type}`);
    await inWallet(hands, signedIn);
    await join(hands, name, page, 'carrier-approve');
    await hands.arrived('payment:complete.title');
    await backToWallet(hands, say);
    await hands.press('payment:wallet.deleteOf', { method: name });
    await expect(tab.getByText(say('payment:agreement.ahead', { name }))).toBeVisible();
    await expectAccessible(tab);
    await hands.decide('payment:wallet.delete');
    await tab.waitForURL(page);
    await tab.getByTestId('carrier-cancel').click();
    await hands.arrived('payment:deleted.title');
    await expect(tab.getByText(say('payment:agreement.open', { name }))).toBeVisible();
    await expectAccessible(tab);
    await backToWallet(hands, say);
    await expectAccessible(tab);
    await hands.follow(say('payment:agreement.end', { name }));
    await hands.arrived('payment:deleted.title');
    await hands.press('payment:agreement.end', { name });
    await tab.waitForURL(page);
    await tab.getByTestId('carrier-approve').click();
    await hands.arrived('payment:deleted.title');
    await expect(tab.getByText(say('payment:agreement.open', { name }))).toHaveCount(0);
    await tab.goto('/withdraw');
    await expect(tab.getByText(say('withdraw:agreements.open', { name }))).toHaveCount(0);
  });
});
