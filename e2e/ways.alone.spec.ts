import { sandbox } from './harness/addresses.ts';
import { expectAccessible } from './support/axe.ts';
import { atConfirm, orderButton, turnTo } from './support/checkout.ts';
import { browserFor } from './support/pairs.ts';
import { advance, endAtCarrier, endAtPaypal, forgetNext, mailTo, next, settled } from './support/sandbox.ts';
import { logIn } from './support/signup.ts';
import { agreementOf } from './support/staff.ts';
import { expect, heading, test } from './support/test.ts';

// A way to pay from its first day to its last: bought with, renewed by the clock, refused, ended
// where it was agreed on, left for another one.

const month = '768h'; // more than the longest
const linkIn = (text: string) => /\/mypage\/(plans|subscription\/[\w-]+)/.exec(text)?.[0] ?? 'no such link';

test.afterEach(forgetNext);

test.describe('a carrier', () => {
  test.use(browserFor({ lang: 'ja', width: 375, by: 'pointer' }));

  test('X-062 R-068 R-069 R-077 L-069: bought with, renewed, ended at the carrier, left for another that refuses at first, which is deleted', async ({
    page,
    lang,
    say,
    signedIn,
  }) => {
    const button = (key: string, values = {}) => page.getByRole('button', { name: say(key, values), exact: true });
    const link = (key: string) => page.getByRole('link', { name: say(key), exact: true });
    const atCarrier = () => page.waitForURL(`${sandbox}/sbps/link/*`);
    const member = await signedIn();
    await member.registerCard();
    const [softbank = '', docomo = ''] = ['SbpsSoftbank', 'SbpsDocomo'].map((type) => say(`payment:types.${type}`));

    await page.goto('/plans/standard');
    await turnTo(page, lang, 'carrier');
    await page.getByRole('radio', { name: say('purchase:form.newOf', { name: softbank }) }).check();
    await expectAccessible(page);
    await button('purchase:form.toProvider', { name: softbank }).click();
    await atCarrier();
    await page.getByTestId('carrier-approve').click();
    await atConfirm(page, lang);
    await expectAccessible(page);
    await orderButton(page).click();
    await expect(heading(page, say('purchase:complete.title'))).toBeVisible();
    const [first = ''] = await member.paymentMethods();
    await advance(month);
    await mailTo(member.email, /ご契約更新のお知らせ/);
    expect(await settled([first])).toEqual([1100, 1100]);

    await endAtCarrier(await agreementOf(first));
    await advance(month);
    const mail = await mailTo(member.email, /【重要】.*お支払いを確認できませんでした/);
    await page.goto(linkIn(mail.text));
    await logIn(page, lang, member.email);
    await expect(page.getByText(say('subscription:hold.text'))).toBeVisible();
    await expectAccessible(page);
    await link('subscription:method.change').click();
    await link('subscription:method.add').click();
    await button('payment:join.button', { name: docomo }).click();
    await atCarrier();
    await page.getByTestId('carrier-approve').click();
    await page.getByRole('radio', { name: docomo }).check();
    await expectAccessible(page);
    await next({ outcome: 'decline' });
    await button('subscription:method.pay').click();
    const refusal = page.getByRole('alert').filter({ hasText: 'お支払いが承認されなかったか' });
    await expect(refusal).toContainText('お支払いは行われていません');
    await expectAccessible(page);
    await button('subscription:method.pay').click();
    await expect(heading(page, say('subscription:method.changed'))).toBeVisible();
    const wallet = (await (await page.request.get('/mypage/payment-method/screen-data')).json()) as Wallet;
    const second = wallet.paymentMethods.find((method) => method.paymentMethodType === 'SbpsDocomo');
    expect(await settled([second?.accountPaymentMethodId ?? ''])).toEqual([1100]);

    await link('subscription:kept.toContract').click();
    await link('subscription:method.change').click();
    await page.getByRole('radio', { name: /Visa.*1111/ }).check();
    await button('subscription:method.submit').click();
    await expect(heading(page, say('subscription:method.changed'))).toBeVisible();
    await page.goto('/mypage/payment-method');
    await button('payment:wallet.deleteOf', { method: docomo }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('payment:wallet.delete'), exact: true })
      .click();
    await expect(heading(page, say('payment:deleted.title'))).toBeVisible();
    await page.goto('/mypage/payment-method');
    await expect(page.getByRole('list', { name: say('payment:wallet.registered') }).getByRole('listitem')).toHaveText(
      /Visa/,
    );
    await expectAccessible(page);
  });
});

test.describe('PayPal', () => {
  test.use(browserFor({ lang: 'en', width: 1280, by: 'pointer' }));

  test('F-201 R-068 R-069: bought with, renewed, refused, ended at PayPal, left for a card that pays what was refused', async ({
    page,
    lang,
    say,
    signedIn,
  }) => {
    const member = await signedIn();
    const card = await member.registerCard();
    const name = say('payment:types.PaypalRest');
    await page.goto('/plans/standard');
    await turnTo(page, lang, 'wallet');
    await page.getByRole('radio', { name: say('purchase:form.newOf', { name }) }).check();
    await expect(page.locator('[autocomplete="cc-number"]')).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: say('purchase:form.toProvider', { name }), exact: true }).click();
    await page.waitForURL(`${sandbox}/paypal/approve/*`);
    await page.getByTestId('paypal-ok').click();
    await atConfirm(page, lang);
    await expect(page.getByText('taro@paypal.example', { exact: true })).toBeVisible();
    await expect(page.locator('[autocomplete="cc-name"]')).toHaveCount(0);
    await expectAccessible(page);
    await orderButton(page).click();
    await expect(heading(page, say('purchase:complete.title'))).toBeVisible();
    const [paypal = ''] = await member.paymentMethods();
    const agreement = await agreementOf(paypal);
    await advance(month);
    await mailTo(member.email, /was renewed/);
    expect(await settled([agreement])).toEqual([1100, 1100]);

    await next({ service: 'paypal', outcome: 'decline' });
    await advance(month);
    await mailTo(member.email, /Your payment did not go through/);
    await endAtPaypal(agreement);
    const mail = await mailTo(member.email, /Please choose another way to pay/);
    expect(await settled([agreement])).toEqual([1100, 1100]);
    await page.goto(linkIn(mail.text));
    await logIn(page, lang, member.email);
    await expect(heading(page, say('subscription:title'))).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: say('subscription:method.change'), exact: true }).click();
    await page.getByRole('radio', { name: /Visa.*1111/ }).check();
    await expect(page.getByRole('radio', { name: /taro@paypal.example/ })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: say('subscription:method.submit'), exact: true }).click();
    await expect(heading(page, say('subscription:method.changed'))).toBeVisible();
    await advance('24h');
    expect(await settled([card])).toEqual([1100]);
  });
});

type Wallet = { paymentMethods: { accountPaymentMethodId: string; paymentMethodType: string }[] };
