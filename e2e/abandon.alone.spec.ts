import type { Page } from '@playwright/test';
import { sandbox } from './harness/addresses.ts';
import { expectAccessible, expectFits320 } from './support/axe.ts';
import { atConfirm, fillHolder, orderButton, turnTo } from './support/checkout.ts';
import type { Hands } from './support/hands.ts';
import { walked } from './support/pairs.ts';
import { agreements, forgetNext, next } from './support/sandbox.ts';
import { expect, heading, test } from './support/test.ts';
import { type Locale, say } from './support/words.ts';

// An order for which the member did not come back from the provider's page by its own links: the
// waiting page lets them give it up.

test.afterEach(forgetNext);

const carrier = `${sandbox}/sbps/link/*`;

/** Orders the monthly plan with au simple, up to the carrier's page. */
async function toCarrier(page: Page, lang: Locale): Promise<void> {
  const name = say(lang, 'payment:types.SbpsAuSimple');
  await page.goto('/plans/standard');
  await turnTo(page, lang, 'carrier');
  await page.getByRole('radio', { name: say(lang, 'purchase:form.ordered', { name }) }).check();
  await page.getByRole('button', { name: say(lang, 'purchase:form.toConfirm'), exact: true }).click();
  await atConfirm(page, lang);
  await orderButton(page).click();
  await page.waitForURL(carrier);
}

/** Gives the order up on the waiting page. */
async function giveUp(hands: Hands): Promise<void> {
  await hands.arrived('purchase:pending.title');
  await expectAccessible(hands.page);
  await expectFits320(hands.page);
  await hands.press('purchase:pending.abandon');
}

walked('give an order up', ({ by }) => {
  const left = by === 'pointer' ? 'by Back' : 'by closing its tab';
  test(`X-062 F-204: left ${left}, an order is given up, and another way to pay is chosen, which is charged once`, async ({
    page: tab,
    context,
    hands,
    lang,
    signedIn,
  }) => {
    const member = await signedIn();
    const card = await member.registerCard();
    const open = await agreements();
    let page = tab;
    if (left === 'by Back') {
      await toCarrier(tab, lang);
      await tab.goBack();
    } else {
      page = await context.newPage();
      await toCarrier(page, lang);
      await page.close();
      page = tab;
      await tab.goto('/plans/standard/complete');
    }
    await giveUp(hands);
    await hands.arrived('purchase:form.title');
    await expect(
      page.getByText({ ja: /お支払いは行われていません/, en: /You have not been charged/ }[lang]),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('radio', { name: /Visa.*1111/ }).check();
    await page.getByRole('button', { name: say(lang, 'purchase:form.toConfirm'), exact: true }).click();
    await atConfirm(page, lang);
    await fillHolder(page);
    await orderButton(page).click();
    await expect(heading(page, say(lang, 'purchase:complete.title'))).toBeVisible();
    expect(await member.charged()).toEqual([1100]);
    expect(await member.paymentMethods()).toEqual([card]);
    expect(await agreements(), 'agreements that go on').toEqual(open);
  });

  test('X-062 F-204: what the carrier had agreed to meanwhile, though its notice was lost, is bought and not given up', async ({
    page,
    hands,
    lang,
    signedIn,
  }) => {
    await signedIn();
    const open = await agreements();
    await toCarrier(page, lang);
    await next({ outcome: 'notice_lost' });
    await page.getByTestId('carrier-approve-close').click();
    await page.goto('/plans/standard/complete');
    await giveUp(hands);
    await hands.arrived('purchase:complete.title');
    expect(await agreements(), 'agreements that go on').toHaveLength(open.length + 1);
    await page.goto('/mypage/plans');
    await expect(page.getByRole('article', { name: /見放題スタンダード|Unlimited Standard/ })).toHaveCount(1);
  });
});
