import { sandbox } from './harness/addresses.ts';
import { atConfirm, fillCard, placeOrder, registerCard } from './support/checkout.ts';
import { cards, type Member } from './support/member.ts';
import { advance, forgetNext, mailTo, next } from './support/sandbox.ts';
import { expect, heading, test } from './support/test.ts';

test.afterEach(forgetNext);

test('an unknown outcome: the member reads that nothing is charged twice, and later it is settled, once', async ({
  page,
  say,
  ordered,
}) => {
  const member = await ordered('standard');
  await next({ outcome: 'timeout_after', function: 'ST02-00101-101' });
  await next({ outcome: 'http_500', function: 'MG01-00101-101', times: 20 });
  await placeOrder(page);
  await expect(heading(page, say('purchase:pending.title'))).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/二重に請求されることはありません/)).toBeVisible();

  await forgetNext();
  await advance('10m');
  await page.reload();
  await expect(heading(page, say('purchase:complete.title'))).toBeVisible();
  expect(await member.charged()).toEqual([1100]);
  await mailTo(member.email, /申し込み|注文/);
});

test.describe('M-08: 3-D Secure with an order, though the card was added just now', () => {
  let member: Member;

  test.beforeEach(async ({ page, ordered }) => {
    member = await ordered('standard');
    await next({ outcome: 'challenge_ok' });
    await placeOrder(page);
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

test('the bank sends the member back by POST from another site: the session is there again after that', async ({
  page,
  lang,
  signedIn,
}) => {
  await next({ outcome: 'return_post' });
  await signedIn();
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
  await atConfirm(page, lang);
});
