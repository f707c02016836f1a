import { sandbox } from './harness/addresses.ts';
import { expectAccessible } from './support/axe.ts';
import {
  atConfirm,
  fillCard,
  orderButton,
  placeOrder,
  registerCard,
  toConfirm,
  toConfirmWithNewCard,
  turnTo,
} from './support/checkout.ts';
import { cards, Member } from './support/member.ts';
import { browserFor } from './support/pairs.ts';
import { expect, heading, test } from './support/test.ts';

const noMoney = 'お支払いは行われていません';

test('a declined card: no money moves, the page says so, and another card buys', async ({
  page,
  lang,
  say,
  signedIn,
}) => {
  const member = await signedIn();
  await toConfirmWithNewCard(page, lang, 'standard', cards.declined);
  await placeOrder(page);
  await expect(page.getByText(/カード会社でお支払いが承認されませんでした。/)).toContainText(noMoney);
  expect(await member.charged()).toEqual([]);

  await page.goto('/plans/standard');
  await turnTo(page, lang, 'card');
  await fillCard(page, cards.good);
  await registerCard(page, lang);
  await atConfirm(page, lang);
  await placeOrder(page);
  await expect(heading(page, say('purchase:complete.title'))).toBeVisible();
  expect(await member.charged()).toEqual([1100]);
});

test.describe('on a phone', () => {
  test.use(browserFor({ lang: 'ja', width: 375, by: 'pointer' }));

  test('L-052 L-053 F-151: a registered card is chosen, beside a new one, and pays without another page where the bank asks nothing', async ({
    page,
    lang,
    say,
    signedIn,
  }) => {
    const member = await signedIn();
    await member.registerCard();
    await page.goto('/plans/standard');
    await expect(page.getByRole('radio', { name: /Visa.*1111/ })).toBeChecked();
    await expect(page.getByRole('tab', { name: say('purchase:form.tabs.card') })).toHaveAttribute(
      'aria-selected',
      'false',
    );
    const elsewhere: string[] = [];
    page.on('framenavigated', (frame) => elsewhere.push(new URL(frame.url()).origin));
    await toConfirm(page, lang);
    await placeOrder(page);
    await expect(heading(page, say('purchase:complete.title'))).toBeVisible();
    expect(elsewhere).not.toContain(sandbox);
    expect(await member.charged()).toEqual([1100]);
  });
});

test('a passed challenge of 3-D Secure leads on to the confirm page, and back from there the card is chosen', async ({
  page,
  lang,
  say,
  signedIn,
}) => {
  await signedIn();
  await page.goto('/plans/standard');
  await fillCard(page, cards.challenged);
  await registerCard(page, lang);
  await page.waitForURL(`${sandbox}/tds/*`);
  await page.getByTestId('tds-success').click();
  await atConfirm(page, lang);
  await expect(page.getByRole('main')).toContainText('3220');
  await page.goBack();
  await expect(page.getByRole('radio', { name: /Visa.*3220/ })).toBeChecked();
  await expect(page.getByText(say('purchase:form.cardAdded'))).toBeVisible();
  await toConfirm(page, lang);
});

test('a challenge that is failed or abandoned registers no card, nor does a card that is refused outright; the form says so', async ({
  page,
  lang,
  say,
  signedIn,
}) => {
  const member = await signedIn();
  await page.goto('/plans/standard');
  for (const button of ['tds-fail', 'tds-abandon']) {
    await fillCard(page, cards.challenged);
    await registerCard(page, lang);
    await page.waitForURL(`${sandbox}/tds/*`);
    await page.getByTestId(button).click();
    await expect(
      page.getByText(/カードの本人認証（3Dセキュア）が完了しなかったため、カードは登録されていません。/),
    ).toBeVisible();
    await expect(heading(page, say('purchase:form.title'))).toBeVisible();
  }
  await page.goto('/plans/standard');
  await fillCard(page, cards.refused);
  await registerCard(page, lang);
  await expect(page.getByText(/カードは登録されていません。/)).toBeVisible();
  await expect(page.getByRole('radio', { name: /3220|3063/ })).toHaveCount(0);
  expect(await member.paymentMethods()).toEqual([]);
});

test('when the card script is out of reach, the form says that no money has moved and may be sent again', async ({
  page,
  lang,
  watch,
  signedIn,
}) => {
  await signedIn();
  await page.goto('/plans/standard');
  const script = /com_sbps_system_token\.js/;
  await page.route(script, (route) => route.abort());
  await fillCard(page, cards.good);
  await registerCard(page, lang);
  await expect(page.getByText(/カード情報を確認できませんでした。/)).toContainText(noMoney);
  expect(watch.times('RegisterCard')).toBe(0);
  await page.unroute(script);
  await registerCard(page, lang);
  await atConfirm(page, lang);
});

test('K-019 S-045: a free trial costs nothing today, and the day and amount of the first charge are shown', async ({
  page,
  lang,
  say,
  signedIn,
}) => {
  const member = await signedIn();
  await member.registerCard();
  await page.goto('/plans');
  await expect(page.getByRole('link', { name: ': 見放題ライト' })).toContainText('14日間無料');
  await page.goto('/plans/light');
  const summary = page.getByRole('complementary');
  await expect(summary).toContainText('0円');
  await expect(summary).toContainText('980円');
  await expect(summary.locator('dt', { hasText: say('purchase:summary.firstPayment') })).toBeVisible();
  await toConfirm(page, lang);
  await expect(orderButton(page)).toHaveText('申し込みを確定する（14日間無料、その後毎月980円）');
  await placeOrder(page);
  await expect(heading(page, say('purchase:complete.title'))).toBeVisible();
  expect(await member.charged()).toEqual([]);
  await page.goto('/mypage/plans');
  await expect(page.getByRole('article', { name: '見放題ライト' }).first()).toContainText(say('plans:status.trial'));
});

test('X-001 X-060: a member buys a film to keep', async ({ page, say, ordered }) => {
  const member = await ordered('film-foghorn');
  await expect(orderButton(page)).toHaveText('購入する（2,500円）');
  await placeOrder(page);
  await expect(heading(page, say('purchase:complete.title'))).toBeVisible();
  expect(await member.charged()).toEqual([2500]);
});

test('S-042: a plan whose sale is over is no longer listed, and its own page says so', async ({
  page,
  say,
  signedIn,
}) => {
  await signedIn();
  await page.goto('/plans');
  await expect(page.getByText('開館記念プラン')).toHaveCount(0);
  await page.goto('/plans/founders');
  await expect(page.getByRole('main')).toContainText(say('plans:button.afterSale'));
  await expect(page.locator('main form')).toHaveCount(0);
});

test('U-1: who has a plan of the group is told so, also on a confirm page, and changes it instead', async ({
  page,
  say,
  become,
}) => {
  const member = await Member.create();
  const card = await member.registerCard();
  await member.order('annual', card);
  const { subscriptionId } = await member.buy('standard', card);
  await become(member);
  await page.goto('/plans/annual/confirm');
  await expect(page.getByText('現在「見放題スタンダード」（毎月1,100円）をご契約中です。')).toBeVisible();
  await page.getByRole('link', { name: say('purchase:sibling.change') }).click();
  await expect(page).toHaveURL(`/mypage/subscription/${subscriptionId}/plan/confirm?planId=annual`);
  await page.getByRole('button', { name: /から変更する（毎年9,800円）$/ }).click();
  await expect(heading(page, say('subscription:plan.done'))).toBeVisible();
  expect(await member.charged()).toEqual([1100]);

  await page.goto(`/mypage/subscription/${subscriptionId}`);
  await page.getByRole('button', { name: say('subscription:plan.undo') }).click();
  await expect(page.getByText(say('subscription:plan.undone'))).toBeVisible();
  await expect(page.getByRole('button', { name: say('subscription:plan.undo') })).toHaveCount(0);
});

test('U-1: who pays for a plan of the group is told so by one that asks questions, and may order it beside', async ({
  page,
  say,
  become,
}) => {
  const member = await Member.create();
  const card = await member.registerCard();
  const { subscriptionId } = await member.buy('standard', card);
  await become(member);
  const cancel = `/mypage/subscription/${subscriptionId}/withdraw?returnTo=%2Fplans%2Fsupporter`;
  const told = async () => {
    await expect(page.getByText('現在「見放題スタンダード」（毎月1,100円）をご契約中です。')).toBeVisible();
    await expect(page.getByText(say('purchase:beside.text'))).toBeVisible();
    await expect(page.getByText(say('purchase:beside.reason'))).toBeVisible();
    await expect(page.getByRole('link', { name: say('purchase:beside.cancel') })).toHaveAttribute('href', cancel);
  };
  await page.goto('/plans/supporter');
  await told();
  await expectAccessible(page);
  await page.locator('[name="answers.q0"]').fill('灯台');
  await page.locator('[name="answers.q1"][value="classic"]').check();
  await page.getByRole('button', { name: say('purchase:form.toConfirm') }).click();
  await expect(heading(page, say('purchase:confirm.title'))).toBeVisible();
  await told();
  await expectAccessible(page);
  await placeOrder(page);
  await expect(heading(page, say('purchase:complete.title'))).toBeVisible();
  expect(await member.charged()).toEqual([1100, 2200]);

  await page.goto('/plans/annual'); // which excludes one of them, and is not ordered beside
  await expect(page.getByText(say('purchase:sibling.text'))).toBeVisible();
});

test('L-001 L-002 L-003: a confirm page without an order offers to begin again', async ({ page, say, signedIn }) => {
  await signedIn();
  await page.goto('/plans/standard/confirm');
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await expect(dialog).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Error']);
  await dialog.getByRole('button', { name: say('common:flowError.restart') }).click();
  await expect(heading(page, say('purchase:form.title'))).toBeVisible();
  await expect(page).toHaveURL('/plans/standard');
  await expect(dialog).toHaveCount(0);
});

test('going back from the result of an order never orders again', async ({ page, say, ordered }) => {
  const member = await ordered('standard');
  await placeOrder(page);
  await expect(heading(page, say('purchase:complete.title'))).toBeVisible();
  await page.goBack({ waitUntil: 'commit' });
  await expect(heading(page, say('purchase:complete.title'))).toBeVisible();
  await page.reload();
  await expect(heading(page, say('purchase:complete.title'))).toBeVisible();
  expect(await member.charged()).toEqual([1100]);
});
