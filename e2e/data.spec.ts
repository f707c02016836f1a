import { readFile } from 'node:fs/promises';
import { site } from './harness/addresses.ts';
import { expectAccessible, expectFits320 } from './support/axe.ts';
import { Member } from './support/member.ts';
import { walked } from './support/pairs.ts';
import { expect, hydrated, test } from './support/test.ts';

// What is kept about a member, as a page and as a file that a job makes.

walked('get the own data', () => {
  test('the member has the file made, fetches it, and finds in it what is theirs alone', async ({
    page,
    hands,
    lang,
    say,
    signedIn,
  }) => {
    const other = await Member.create({ locale: lang });
    const member = await signedIn();
    await page.goto('/mypage');
    await hands.arrived('mypage:title');
    await hands.on(page.getByRole('main').getByRole('link', { name: say('mypage:menu.data') }));
    await hands.arrived('data:title');
    await expect(page).toHaveURL('/mypage/data');
    await hydrated(page);
    await expect(page.getByRole('heading', { name: say('data:kind.payments.title') })).toBeVisible();
    expect((await page.request.get(`${site}/mypage/data/file`)).status()).toBe(404);

    await hands.press('data:request');
    const link = page.getByRole('main').locator('a[href="/mypage/data/file"]');
    await expect(link).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
    const [download] = await Promise.all([page.waitForEvent('download'), hands.on(link)]);
    expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(JSON.parse(text).identifiers.accounts[0].email).toBe(member.email);
    expect(text).not.toContain(other.email);

    await hands.press('data:show');
    await hands.on(
      page
        .locator('summary')
        .filter({ hasText: say('data:table.accounts') })
        .nth(1),
    ); // of the login
    await expect(page.getByRole('definition').filter({ hasText: member.email })).toBeVisible();
    await expectFits320(page);
    await expectAccessible(page);

    await page.context().clearCookies(); // the session has ended meanwhile
    await hands.on(link);
    await hands.arrived('login:title');
    await expect(page).toHaveURL('/login?returnTo=%2Fmypage%2Fdata');
  });
});
