import { household, joiner } from './support/household.ts';
import { expect, hydrated, test } from './support/test.ts';

test.describe('menus', () => {
  test('L-143 L-144: completion and confirm pages have none', async ({ page, say, become }) => {
    const { member } = await household('ja');
    for (const [who, path] of [
      [member, '/plans/film-foghorn/confirm'],
      [member, '/plans/standard/complete'],
      [await joiner('ja'), '/signup/plans/weekly/complete'],
    ] as const) {
      await become(who);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByLabel(say('common:nav.profile'))).toHaveCount(0);
      await expect(page.getByRole('navigation', { name: say('common:footer.links') })).toHaveCount(0);
    }
  });

  test('L-159 L-160 L-161 L-162 L-163 L-164 X-036: the account menu is at the side of wide screens, and My Page leads everywhere in an ordinary browser', async ({
    page,
    say,
    become,
  }) => {
    await become((await household('ja')).member);
    await page.goto('/mypage');
    const menu = page.getByRole('navigation', { name: say('common:nav.account') });
    await expect(menu.getByRole('link')).toHaveText([
      'ホーム',
      '契約',
      'お支払い方法',
      'お支払い履歴',
      '設定',
      'トップページへ',
    ]);
    const [side, content] = await Promise.all([
      menu.boundingBox(),
      page.getByRole('heading', { level: 1 }).boundingBox(),
    ]);
    expect((side?.x ?? 0) + (side?.width ?? 0)).toBeLessThanOrEqual(content?.x ?? 0);
    for (const item of ['profileImage', 'withdraw']) {
      await expect(page.getByRole('main').getByRole('link', { name: say(`mypage:menu.${item}`) })).toBeVisible();
    }
  });

  test('L-165 K-042 U-39: and four tabs that fit on narrow ones', async ({ page, say, become }) => {
    await become((await household('ja')).member);
    for (const width of [320, 375]) {
      await page.setViewportSize({ width, height: 640 });
      await page.goto('/mypage');
      const menu = page.getByRole('navigation', { name: say('common:nav.account') });
      await expect(menu.getByRole('link')).toHaveText(['ホーム', '契約', '支払い', '設定']);
      const boxes = await Promise.all((await menu.getByRole('link').all()).map((link) => link.boundingBox()));
      expect(new Set(boxes.map((box) => box?.y)).size, 'they are in one row').toBe(1);
      expect(Math.max(...boxes.map((box) => (box?.x ?? 0) + (box?.width ?? 0)))).toBeLessThanOrEqual(width);
    }
    await page.getByRole('link', { name: say('common:nav.settings'), exact: true }).click();
    await expect(page.getByRole('heading', { name: say('mypage:settings'), exact: true })).toBeInViewport();
  });

  test('L-168 L-169: a page below it has a way back, too', async ({ page, say, become }) => {
    const { member, contract } = await household('ja');
    await become(member);
    await page.goto(contract);
    await expect(page.getByRole('navigation', { name: say('common:nav.account') })).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('link', { name: say('common:back.plans'), exact: true })
      .click();
    await expect(page).toHaveURL('/mypage/plans');
  });

  test('K-043: the header changes its look once the page has scrolled more than 5 px', async ({ page }) => {
    await page.goto('/plans');
    await hydrated(page);
    const header = page.getByRole('banner');
    await expect(header).toHaveAttribute('data-scrolled', 'false');
    await page.evaluate(() => scrollTo(0, 6));
    await expect(header).toHaveAttribute('data-scrolled', 'true');
  });
});

test.describe("in the store's own app", () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile PVS/1/2' });

  test('X-035 L-142 L-173 L-174 L-175: menus, the profile image, the plan list and the withdrawal are out of sight', async ({
    page,
    say,
    signedIn,
  }) => {
    await signedIn();
    await page.goto('/mypage');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('mypage:title'));
    await expect(page.getByRole('navigation', { name: say('common:nav.account') })).toHaveCount(0);
    await expect(page.getByLabel(say('common:nav.profile'))).toHaveCount(0);
    await expect(page.locator('a[href="/mypage/plans"]')).toHaveCount(0);
    for (const item of ['profileImage', 'withdraw', 'connections']) {
      await expect(page.getByRole('link', { name: say(`mypage:menu.${item}`) })).toHaveCount(0);
    }
    await expect(page.getByRole('heading', { name: say('social:block.title') })).toHaveCount(0);
    await expect(page.getByRole('link', { name: say('mypage:menu.email') })).toBeVisible();
  });
});

test.describe('language', () => {
  test.use({ locale: 'fr-FR' });

  test('X-067: who speaks neither language reads Japanese, and may choose English for good', async ({ page, say }) => {
    await page.goto('/plans');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
    await page
      .getByRole('navigation', { name: say('common:footer.language') })
      .getByText('English')
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});
