import { readFile } from 'node:fs/promises';
import { orderButton, placeOrder } from './support/checkout.ts';
import { expect, heading, test } from './support/test.ts';

test('what was shown with an order is found after it, as it was, and can be kept', async ({
  page,
  lang,
  say,
  ordered,
}) => {
  await ordered('standard');
  const button = (await orderButton(page).textContent()) ?? '';
  const conditions = await page.locator('dl').filter({ hasText: '提供の時期' }).locator('dd').allTextContents();
  expect(conditions.length).toBeGreaterThan(7);
  await placeOrder(page);
  await page.getByRole('link', { name: say('purchase:complete.toEvidence') }).click();
  await expect(heading(page, say('evidence:title'))).toBeVisible();

  const shown = page.frameLocator(`iframe[title="${say('evidence:shown')}"]`);
  await expect(shown.getByText(button)).toBeVisible();
  for (const condition of conditions.slice(1)) await expect(shown.getByText(condition, { exact: true })).toBeAttached();
  await expect(shown.locator('body'), 'its style is not refused').toHaveCSS('padding-left', '20px');

  // U-35: it is as long as what it shows.
  await expect
    .poll(() =>
      page.locator('iframe').evaluate((frame: HTMLIFrameElement) => {
        const body = frame.contentDocument?.body;
        return body ? Math.abs(frame.clientHeight - Math.max(body.offsetHeight, window.innerHeight)) : -1;
      }),
    )
    .toBeLessThan(4);

  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: say('evidence:download') }).click();
  const download = await waiting;
  const frame = await page.locator('iframe').getAttribute('srcdoc');
  expect(download.suggestedFilename()).toMatch(new RegExp(`^order-C(-[2-9A-Z]{4}){3}\\.${lang}\\.html$`));
  expect(await readFile(await download.path(), 'utf8')).toBe(frame);
});
