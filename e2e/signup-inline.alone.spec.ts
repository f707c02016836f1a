import type { Page } from '@playwright/test';
import { expectAccessible, expectFits320, expectFitsLargeText } from './support/axe.ts';
import { fillCard, orderButton } from './support/checkout.ts';
import { cards, freshEmail, password } from './support/member.ts';
import { mailedCode } from './support/sandbox.ts';
import { typed } from './support/signup.ts';
import { useDemoStore } from './support/staff.ts';
import { expect, heading, hydrated, test } from './support/test.ts';
import { codeLabel, say as sayIn } from './support/words.ts';

// The way in as the demo store has it: its sign-up asks what the sale needs.

test.use({ locale: 'ja-JP', viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

let changeBack = () => {};
test.beforeAll(() => {
  changeBack = useDemoStore();
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
  await count.aside(async () => {
    await page.reload();
    await expect(field('signup:email.email')).toHaveValue(email);
  });
  await page.getByRole('button', { name: '認証コードを送信する', exact: true }).tap();
  const code = page.getByLabel(codeLabel.ja, { exact: true });
  await expect(code).toBeFocused();
  await count.aside(() => page.reload()); // the server knows which of the two is asked for
  await hydrated(page);
  await code.fill(await mailedCode(email));

  await expect(heading(page, say('signup:form.title'))).toBeVisible();
  await hydrated(page);
  await expectAccessible(page);
  const name = `${typed.familyName} ${typed.givenName}`;
  await field('signup:fields.fullName').fill(name);
  await field('registration:fields.birthday').fill(typed.birthday);
  await expect(page.getByText(say('signup:fields.fullNameRead', typed))).toBeVisible();
  await field('signup:fields.password').fill(password);
  await expectAccessible(page);
  await expectFits320(page);
  await expectFitsLargeText(page);
  await count.aside(async () => {
    await page.getByRole('link', { name: 'English', exact: true }).click();
    await expect(page.getByLabel('Full name', { exact: true })).toHaveValue(name);
    await expect(page.getByText(sayIn('en', 'signup:fields.fullNameRead', typed))).toBeVisible();
    await page.getByRole('link', { name: '日本語', exact: true }).click();
    await expect(field('registration:fields.birthday')).toHaveValue(typed.birthday);
    await expect(field('signup:fields.password')).toHaveValue('');
    await field('signup:fields.password').fill(password);
  });
  await page.getByRole('button', { name: say('signup:inline.registerForPlan'), exact: true }).tap();

  await expect(page).toHaveURL('/plans/light?signup=1');
  await expect(page.getByText('2 / 4')).toBeVisible();
  await fillCard(page, cards.good);
  await page.getByRole('button', { name: say('purchase:form.registerCard'), exact: true }).tap();
  await expect(page).toHaveURL('/signup/plans/light/confirm');
  await expect(page.getByText('3 / 4')).toBeVisible();
  await orderButton(page).tap();
  await expect(heading(page, say('purchase:complete.title'))).toBeVisible();
  await expect(page.getByText('4 / 4')).toBeVisible();
  const profile = await (await page.request.get('/mypage/edit')).text();
  for (const part of [typed.familyName, typed.givenName]) expect(profile).toContain(`value="${part}"`);

  const { pages, taps, fields } = count;
  expect(pages.length, pages.join(' ')).toBeLessThanOrEqual(7);
  expect(fields.size, [...fields].join(' ')).toBeLessThanOrEqual(9);
  expect(taps.count + fields.size, 'each field is tapped, too').toBeLessThanOrEqual(18);
});

/**
 * What a person does on the way: pages that they see, fields that they type into, and other taps.
 * What is done aside is no part of the way.
 */
async function counting(page: Page) {
  const pages: string[] = [];
  const fields = new Set<string>();
  const taps = { count: 0 };
  let isAside = false;
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url());
    if (frame === page.mainFrame() && pathname !== '/signup' && pages.at(-1) !== pathname) pages.push(pathname);
  });
  await page.exposeFunction('acted', (field: string | null) => {
    if (isAside) return;
    if (field === null) taps.count++;
    else fields.add(`${pages.at(-1)} ${field}`);
  });
  await page.addInitScript(() => {
    const { acted } = window as unknown as { acted: (field: string | null) => void };
    document.addEventListener('pointerdown', () => acted(null), true);
    document.addEventListener(
      'input',
      ({ target }) => {
        const field = target as HTMLInputElement;
        acted(field instanceof HTMLSelectElement ? null : field.autocomplete);
      },
      true,
    );
  });
  const aside = async (act: () => Promise<unknown>) => {
    isAside = true;
    await act();
    isAside = false;
  };
  return { pages, fields, taps, aside };
}
