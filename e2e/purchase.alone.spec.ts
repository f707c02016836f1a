import { sandbox } from './harness/addresses.ts';
import { fillCard, orderButton, registerCard, toConfirm } from './support/checkout.ts';
import { cards, Member } from './support/member.ts';
import { advance, forgetNext, mailTo, next } from './support/sandbox.ts';
import { logIn } from './support/signup.ts';
import { expect, heading, test } from './support/test.ts';

test.afterEach(forgetNext);

test('an unknown outcome: the member reads that nothing is charged twice, and later it is settled, once', async ({
  page,
  lang,
  say,
  become,
}) => {
  const member = await Member.create();
  await member.registerCard();
  await become(member);
  await page.goto('/plans/standard');
  await toConfirm(page, lang);
  await next({ outcome: 'timeout_after', function: 'ST02-00101-101' });
  await next({ outcome: 'http_500', function: 'MG01-00101-101', times: 20 });
  await orderButton(page).click();
  await expect(heading(page, say('purchase:pending.title'))).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/二重に請求されることはありません/)).toBeVisible();

  await forgetNext();
  await advance('10m');
  await page.reload();
  await expect(heading(page, say('purchase:complete.title'))).toBeVisible();
  expect(await member.charged()).toEqual([1100]);
  await mailTo(member.email, /申し込み|注文/);
});

test.describe('3-D Secure when the card was added a while ago', () => {
  let member: Member;

  test.beforeEach(async ({ page, lang, become }) => {
    member = await Member.create();
    await member.registerCard(cards.good);
    await advance('31m');
    await become(member);
    await page.goto('/plans/standard');
    await toConfirm(page, lang);
    await next({ outcome: 'challenge_ok' });
    await page.locator('[autocomplete="cc-family-name"]').fill('TODAI');
    await page.locator('[autocomplete="cc-given-name"]').fill('HANAKO');
    await orderButton(page).click();
    await page.waitForURL(`${sandbox}/tds/*`);
    expect(await member.charged(), 'nothing is charged before the bank has agreed').toEqual([]);
  });

  test('C-067: passed at the bank, the order is charged and complete', async ({ page, say }) => {
    await page.getByTestId('tds-success').click();
    await expect(heading(page, say('purchase:complete.title'))).toBeVisible();
    expect(await member.charged()).toEqual([1100]);
  });

  for (const [how, button] of [
    ['failed', 'tds-fail'],
    ['abandoned', 'tds-abandon'],
  ] as const) {
    test(`${how} at the bank, nothing is charged, and the form says so`, async ({ page, say }) => {
      await page.getByTestId(button).click();
      await expect(page.getByText(/カードの本人認証（3Dセキュア）が完了しませんでした。/)).toContainText(
        'お支払いは行われていません',
      );
      await expect(heading(page, say('purchase:form.title'))).toBeVisible();
      expect(await member.charged()).toEqual([]);
    });
  }
});

test('the bank sends the member back by POST from another site: the session is there again afterwards', async ({
  page,
  lang,
  become,
}) => {
  await next({ outcome: 'return_post' });
  await become(await Member.create());
  await page.goto('/plans/standard');
  await fillCard(page, cards.challenged);
  await registerCard(page, lang);
  await page.waitForURL(`${sandbox}/tds/*`);
  await page.goto(page.url().replace('//localhost:', '//127.0.0.1:'));
  const back = page.waitForRequest(/\/payment\/tds\//);
  await page.getByTestId('tds-success').click();
  const request = await back;
  expect(request.method()).toBe('POST');
  expect((await request.allHeaders()).cookie ?? '').not.toContain('sid=');
  await expect(page.getByRole('radio', { name: /Visa.*3220/ })).toBeChecked();
  await toConfirm(page, lang);
});

test('L-066 S-082: a card declined at renewal puts the contract on hold, says so, and a mail tells the member', async ({
  page,
  lang,
  say,
}) => {
  const member = await Member.create();
  const card = await member.registerCard(cards.failsAtRenewal);
  await advance('31m');
  await member.buy('weekly', card, { authenticate: true });
  expect(await member.charged()).toEqual([330]);
  await advance('192h');
  await page.goto('/mypage/plans');
  await logIn(page, lang, member.email);
  const contract = page.getByRole('article', { name: 'ウィークリーパス' }).first();
  await expect(contract).toContainText(say('plans:status.hold'));
  await contract.getByRole('link').click();
  await expect(page.getByText(say('subscription:hold.text'))).toBeVisible();
  await mailTo(member.email, /お支払いを確認できませんでした/);
});
