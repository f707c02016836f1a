import type { Page } from '@playwright/test';
import { expect, heading, hydrated, test } from './support/test.ts';

/** Marks what is there now; a node made anew has no mark. */
const mark = (page: Page, selector: string) =>
  page.locator(selector).evaluate((node) => Object.assign(node, { marked: true }) && undefined);
const marked = (page: Page, selector: string) =>
  page.locator(selector).evaluate((node) => (node as { marked?: boolean }).marked === true);

const menu = 'nav:has(a[href="/mypage/plans"]):not(details nav)';

// B-03
test('the header and the account menu stay while the page changes @phone', async ({ page, say, signedIn }) => {
  await signedIn();
  await page.goto('/mypage');
  await hydrated(page);
  for (const part of ['header', menu, 'main', 'footer']) await mark(page, part);

  await page
    .locator(menu)
    .getByRole('link', { name: say('common:nav.contracts'), exact: true })
    .click();
  await expect(page).toHaveURL('/mypage/plans');
  await expect(heading(page, say('plans:mypageTitle'))).toBeVisible();
  for (const part of ['header', menu, 'main', 'footer']) expect(await marked(page, part), part).toBe(true);
  await expect(page.locator(menu).locator('[aria-current=page]')).toHaveText(say('common:nav.contracts'));
  await expect(page.locator('main')).toBeFocused();

  await page.goBack();
  await expect(heading(page, say('mypage:title'))).toBeVisible();
  expect(await marked(page, 'header'), 'after going back').toBe(true);
});

test('an open profile menu folds when the page changes', async ({ page, say, signedIn }) => {
  await signedIn();
  await page.goto('/mypage/plans');
  await hydrated(page);
  const profile = page.locator('header details');
  await profile.locator('summary').click();
  await profile.getByRole('link', { name: say('common:nav.mypage'), exact: true }).click();
  await expect(heading(page, say('mypage:title'))).toBeVisible();
  await expect(profile).not.toHaveAttribute('open');
});

/**
 * Pages that show the account's header to a member without a second factor; those that end a flow
 * show no menu.
 */
const accountPages = [
  '/mypage',
  '/mypage/plans',
  '/mypage/login-history',
  '/mypage/sessions',
  '/mypage/passkeys',
  '/mypage/multi-factor',
  '/mypage/multi-factor/email',
  '/mypage/multi-factor/sms',
  '/mypage/multi-factor/otp',
  '/mypage/edit',
  '/mypage/email/edit',
  '/mypage/password/edit',
  '/mypage/user-id/edit',
  '/mypage/consent',
  '/mypage/data',
  '/mypage/pin-code',
  '/mypage/profile/edit',
  '/withdraw',
  '/plans',
  '/',
];

// B-04
test('the member’s name is in the header of every account page', async ({ context, signedIn }) => {
  await signedIn();
  const { displayName } = await (await context.request.get('/zapi/internal/account-header/screen-data')).json();
  expect(displayName).toBeTruthy();
  for (const path of accountPages) {
    const answer = await context.request.get(path);
    expect(new URL(answer.url()).pathname).toBe(path);
    const [header] = /<header[\s\S]*?<\/header>/.exec(await answer.text()) ?? [];
    expect(header, path).toContain(displayName);
  }
});
