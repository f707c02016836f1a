import type { Page } from '@playwright/test';
import { expectAccessible, expectFits320 } from './support/axe.ts';
import { fillCard, fillHolder, orderButton } from './support/checkout.ts';
import { cards, freshEmail, password } from './support/member.ts';
import { mailedCode } from './support/sandbox.ts';
import { typed } from './support/signup.ts';
import { useDemoStore } from './support/staff.ts';
import { expect, heading, hydrated, test } from './support/test.ts';
import { codeLabel } from './support/words.ts';

// The way in as the demo store has it: its sign-up asks what the sale needs.

test.use({ locale: 'ja-JP', viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

let changeBack = () => {};
test.beforeAll(async ({ playwright, baseURL }) => {
  changeBack = useDemoStore();
  const api = await playwright.request.newContext({ baseURL });
  await expect
    .poll(
      async () => (await (await api.get('/signup/screen-data')).json()).redirectTo,
      'settings are kept for a second',
    )
    .toBe('/signup/auth');
  await api.dispose();
});
test.afterAll(() => changeBack());

test('U-6 U-7 U-8 U-32 U-33: from home to a paid trial on a phone: at most 7 pages, few taps and fields; what is typed survives a reload and another language', async ({
  page,
  say,
}) => {
  const count = await counting(page);
  const email = freshEmail('inline');
  const field = (key: string) => page.getByLabel(say(key), { exact: true });

  await page.goto('/');
  await page.locator('main a[href="/plans/light"]').first().tap();
  await page.locator('main a[href^="/signup?"]').first().tap();

  await expect(heading(page, say('signup:inline.title'))).toBeVisible();
  await expect(page).toHaveURL(/\/signup\/auth\?/);
  await expect(page.getByText('1 / 4')).toBeVisible();
  await hydrated(page);
  await expectAccessible(page);
  await field('signup:email.email').fill(email);
  await page.reload();
  await expect(field('signup:email.email')).toHaveValue(email);
  await page.getByRole('button', { name: '認証コードを送信する', exact: true }).tap();
  const code = page.getByLabel(codeLabel.ja, { exact: true });
  await expect(code).toBeFocused();
  await page.reload(); // the server knows which of the two is asked for
  await hydrated(page);
  await code.fill(await mailedCode(email));

  await expect(heading(page, say('signup:form.title'))).toBeVisible();
  await hydrated(page);
  await expectAccessible(page);
  await expectFits320(page);
  await field('registration:fields.familyName').fill(typed.familyName);
  await field('registration:fields.givenName').fill(typed.givenName);
  await field('registration:fields.birthday').fill(typed.birthday);
  await field('signup:fields.password').fill(password);
  await page.getByRole('link', { name: 'English', exact: true }).click();
  await expect(page.getByLabel('Family name', { exact: true })).toHaveValue(typed.familyName);
  await page.getByRole('link', { name: '日本語', exact: true }).click();
  await expect(field('registration:fields.birthday')).toHaveValue(typed.birthday);
  await expect(field('signup:fields.password')).toHaveValue('');
  await field('signup:fields.password').fill(password);
  await page.getByRole('button', { name: say('signup:inline.registerForPlan'), exact: true }).tap();

  await expect(page).toHaveURL('/plans/light?signup=1');
  await expect(page.getByText('2 / 4')).toBeVisible();
  await fillCard(page, cards.good);
  await page.getByRole('button', { name: say('purchase:form.registerCard'), exact: true }).tap();
  await expect(page).toHaveURL('/signup/plans/light/confirm');
  await expect(page.getByText('3 / 4')).toBeVisible();
  await fillHolder(page);
  await orderButton(page).tap();
  await expect(heading(page, say('purchase:complete.title'))).toBeVisible();
  await expect(page.getByText('4 / 4')).toBeVisible();

  console.log('inline', JSON.stringify({ ...count(), fieldNames: undefined }), count().fieldNames.join(' '));
  expect(count().pages).toBeLessThanOrEqual(7);
});

/** What a person does on the way: pages that they see, taps, and fields that they type into. */
async function counting(page: Page) {
  const pages: string[] = [];
  const fields = new Set<string>();
  let taps = 0;
  page.on('framenavigated', (frame) => {
    const { pathname, search } = new URL(frame.url());
    const seen = pathname.replace(/^\/signup$/, '') && pathname + (search === '?signup=1' ? search : '');
    if (frame === page.mainFrame() && seen && pages.at(-1) !== seen) pages.push(seen);
  });
  await page.exposeFunction('acted', (kind: 'tap' | 'field', name: string) => {
    if (kind === 'tap') taps++;
    else fields.add(name);
  });
  await page.addInitScript(() => {
    const { acted } = window as unknown as { acted: (kind: string, name: string) => void };
    document.addEventListener('pointerdown', () => acted('tap', ''), true);
    document.addEventListener('input', ({ target }) => acted('field', (target as HTMLInputElement).name), true);
  });
  // Each field is tapped before it is typed into.
  return () => ({
    pages: pages.length,
    taps: taps + fields.size,
    fields: fields.size,
    fieldNames: [...pages, ...fields],
  });
}
