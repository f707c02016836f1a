import { orderButton, placeOrder } from './support/checkout.ts';
import { advance, mailTo } from './support/sandbox.ts';
import { logIn } from './support/signup.ts';
import { expect, heading, test } from './support/test.ts';

test('X-061: a rental is there until its last day, then apart, and can be rented again', async ({
  page,
  lang,
  say,
  ordered,
}) => {
  const member = await ordered('rental-night-train');
  const rental = page.getByRole('article', { name: '夜行列車の窓から' });
  await expect(orderButton(page)).toHaveText('レンタルする（500円）');
  await placeOrder(page);
  await expect(heading(page, say('purchase:complete.title'))).toBeVisible();
  expect(await member.charged()).toEqual([500]);
  await mailTo(member.email, /お申し込み/);
  await page.getByRole('link', { name: say('purchase:complete.toBought') }).click();
  await expect(heading(page, say('bought:title'))).toBeVisible();
  await expect(rental).toContainText('あと8日');

  await page.goto('/plans/rental-night-train');
  await expect(page.getByText(say('purchase:form.owned'))).toBeVisible();
  await expect(page.locator('main form')).toHaveCount(0);

  await advance('192h');
  await page.goto('/mypage/purchases');
  await logIn(page, lang, member.email);
  await expect(rental).toHaveCount(0);
  await page.getByRole('link', { name: say('bought:toEnded') }).click();
  await expect(heading(page, say('bought:ended.title'))).toBeVisible();
  await expect(rental).toContainText('終了しました');
  await rental.getByRole('link', { name: say('bought:again.rental') }).click();
  await expect(heading(page, say('purchase:form.title'))).toBeVisible();
});
