import { orderButton, placeOrder, toConfirmWithNewCard } from './support/checkout.ts';
import { cards, freshEmail } from './support/member.ts';
import { signUp } from './support/signup.ts';
import { expect, heading, test } from './support/test.ts';
import { translating } from './support/translate.ts';

// Needs a browser: what breaks is React's own work on nodes that the translation has put elsewhere.
test('F-01: a visitor whose browser translates every page signs up, orders, and cancels', async ({
  page,
  lang,
  say,
}) => {
  const stop = translating(page);
  await signUp(page, lang, freshEmail('translated'));
  await expect(page.locator('main h1 font font')).not.toHaveCount(0);

  await toConfirmWithNewCard(page, lang, 'standard', cards.good);
  await expect(orderButton(page)).toContainText(/1,100/);
  await placeOrder(page);
  await expect(heading(page, say('purchase:complete.title'))).toBeVisible();

  await page
    .getByRole('main')
    .getByRole('link', { name: say('purchase:complete.toContract'), exact: true })
    .click();
  await expect(heading(page, say('subscription:title'))).toBeVisible();
  await expect(page.getByRole('main')).toContainText(say('plans:status.contract'));
  await page.getByRole('link', { name: say('subscription:toCancel'), exact: true }).click();
  await expect(heading(page, say('subscription:cancel.title'))).toBeVisible();
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: say('subscription:cancel.submit'), exact: true }).click();
  await expect(heading(page, say('subscription:cancelled.title'))).toBeVisible();
  stop();
});
