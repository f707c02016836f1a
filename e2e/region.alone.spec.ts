import { expectAccessible, expectFits320 } from './support/axe.ts';
import { Member, password } from './support/member.ts';
import { changeStore } from './support/staff.ts';
import { expect, heading, hydrated, test } from './support/test.ts';
import { Visitor } from './support/visitor.ts';

// A store that offers its service in Japan only, seen from America.

test.describe('abroad', () => {
  test.use({ extraHTTPHeaders: { 'x-forwarded-for': '8.8.8.8' } });

  test('A-020 R-114: the shop is closed, and a member logs in, sees their plans, leaves and logs out', async ({
    page,
    say,
  }) => {
    const member = await Member.create();
    const changeBack = changeStore('countries: []', 'countries: [JP]');
    try {
      const abroad = new Visitor('ja', 'Kaiin journeys', '8.8.8.8');
      for (const closed of ['/', '/plans', '/signup', '/plans/standard']) {
        // Servers keep settings, and pages that everyone shares, for a while.
        await expect.poll(async () => (await abroad.get(closed)).status, { message: closed }).toBe(403);
        expect((await abroad.get(closed)).text).toContain(say('errors:pages.region-block.header'));
      }
      expect((await page.goto('/plans'))?.status()).toBe(403);
      await expect(heading(page, say('errors:pages.region-block.header'))).toBeVisible();
      const menu = page.getByRole('navigation', { name: say('common:nav.main') });
      await expect(menu.getByRole('link')).toHaveText(say('common:nav.login'));
      await hydrated(page);
      await expectAccessible(page);
      await expectFits320(page);
      await page
        .getByRole('main')
        .getByRole('link', { name: say('errors:login') })
        .click();
      await page.getByLabel(say('login:identifier'), { exact: true }).fill(member.email);
      await page.getByLabel(say('login:password'), { exact: true }).fill(password);
      await page.getByRole('button', { name: say('login:submit') }).click();
      await expect(page).toHaveURL('/mypage/plans');

      const answer = await page.goto('/mypage');
      expect(answer?.status()).toBe(403);
      await hydrated(page);
      await expectAccessible(page);
      await expectFits320(page);
      await page
        .getByRole('main')
        .getByRole('link', { name: say('errors:abroad.withdraw') })
        .click();
      await expect(heading(page, say('withdraw:title'))).toBeVisible();
      await page.goto('/logout');
      await page.getByRole('button', { name: say('login:logout.submit'), exact: true }).click();
      await expect(heading(page, say('login:logout.doneTitle'))).toBeVisible();
    } finally {
      changeBack();
    }
  });
});

test('A-020: at home nothing is closed', async ({ page }) => {
  const changeBack = changeStore('countries: []', 'countries: [JP]');
  try {
    for (const from of ['133.11.0.1', '192.168.0.1']) {
      const answer = await page.request.get('/plans', { headers: { 'x-forwarded-for': from } });
      expect(answer.status(), from).toBe(200);
    }
  } finally {
    changeBack();
  }
});
