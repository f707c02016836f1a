import { expectAccessible, expectFits320 } from './support/axe.ts';
import { Member, password } from './support/member.ts';
import { changeStore } from './support/staff.ts';
import { expect, heading, hydrated, test } from './support/test.ts';

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
      await page.waitForTimeout(2_000); // for which settings and pages that everyone shares are kept
      for (const closed of ['/', '/plans', '/signup', '/plans/standard']) {
        const answer = await page.goto(closed);
        expect(answer?.status(), closed).toBe(403);
        await expect(heading(page, say('errors:pages.region-block.header'))).toBeVisible();
      }
      await hydrated(page);
      await expectAccessible(page);
      await expectFits320(page);
      await page
        .getByRole('main')
        .getByRole('link', { name: say('errors:abroad.login') })
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
