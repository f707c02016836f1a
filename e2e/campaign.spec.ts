import { orderButton, placeOrder, toConfirm } from './support/checkout.ts';
import { expect, heading, test } from './support/test.ts';

test.describe('campaigns', () => {
  test('F-153 F-199 L-054: a code that pays for all of it needs no card', async ({ page, lang, say, signedIn }) => {
    const member = await signedIn();
    await page.goto('/plans/rental-night-train');
    await page.getByRole('radio', { name: say('purchase:form.codeOnly') }).check();
    await page.locator('[name="campaignCode"]').fill('WRONG2026');
    await page.getByRole('button', { name: say('purchase:form.toConfirm'), exact: true }).click();
    await expect(page.locator('[name="campaignCode"]')).toHaveAttribute('aria-invalid', 'true');
    await page.locator('[name="campaignCode"]').fill(' GIFT2026 ');
    await toConfirm(page, lang);
    await expect(page.locator('[autocomplete="cc-name"]')).toHaveCount(0);
    await orderButton(page).click();
    await expect(heading(page, say('purchase:complete.title'))).toBeVisible();
    expect(await member.charged()).toEqual([]);
  });

  test('S-053 K-020: free days are in the order, and nothing is charged with it', async ({
    page,
    lang,
    say,
    signedIn,
  }) => {
    const member = await signedIn();
    await member.registerCard();
    await page.goto('/plans/annual');
    await page.locator('[name="campaignCode"]').fill('HAJIMETE30');
    await page.getByRole('button', { name: say('purchase:form.applyCode') }).click();
    const summary = page.getByRole('region', { name: say('purchase:summary.title') });
    await expect(summary.getByText(say('purchase:summary.free', { days: 30 }))).toBeVisible();
    await toConfirm(page, lang);
    await placeOrder(page);
    await expect(heading(page, say('purchase:complete.title'))).toBeVisible();
    expect(await member.charged()).toEqual([]);
    await page.getByRole('link', { name: say('purchase:complete.toContract') }).click();
    await page.getByText(say('subscription:details')).click();
    await expect(page.getByText(say('subscription:campaignPeriod'))).toBeVisible();
  });
});
