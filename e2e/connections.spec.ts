import type { Locator } from '@playwright/test';
import { expectAccessible, expectFits320 } from './support/axe.ts';
import { allow, askDiary, expectKnown } from './support/diary.ts';
import { Member } from './support/member.ts';
import { allowAll, userInfo } from './support/oidc.ts';
import { expect, heading, hydrated, test } from './support/test.ts';

// The apps that a member allows something, and how to take it back.

for (const [locale, lang, name] of [
  ['ja-JP', 'ja', 'トダイザTV'],
  ['en-US', 'en', 'Todaiza TV'],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });
    test('X-027 S-112 R-101 R-102 C-099 L-119 L-121 L-122 L-123 L-125 L-127 L-128 L-129 L-130 L-131 S-108 S-111 @phone: an app is looked at and disconnected, and its token is dead', async ({
      page,
      say,
      become,
    }) => {
      const member = await Member.create({ locale: lang });
      const { access } = await allowAll(member.visitor, 'openid profile entitlements');
      expect((await userInfo(access)).status).toBe(200);
      await become(member);
      await page.goto('/mypage');
      await page.getByRole('link', { name: say('mypage:menu.connections') }).click();
      await expect(heading(page, say('connections:title'))).toBeVisible();
      const app = page.getByRole('main').getByRole('listitem').getByRole('link');
      await expect(app).toHaveCount(1);
      await expect(app).toContainText(name);
      await expect(app).toContainText(/\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}/);
      await hydrated(page);
      await expectAccessible(page);
      await expectFits320(page);
      await app.click();

      await expect(page).toHaveURL('/mypage/connections/client/todaiza-tv');
      await expect(heading(page, name)).toBeVisible();
      const scopes = page.getByRole('region', { name: say('connections:scopes') }).getByRole('listitem');
      await expect(scopes).toHaveCount(3);
      await expect(scopes.nth(1)).toContainText(lang === 'ja' ? 'プロフィール' : 'Profile');
      await expect(page.getByRole('main')).toContainText(lang === 'ja' ? 'テレビで映画を観る' : 'on your television');
      await hydrated(page);
      await expectAccessible(page);
      await expectFits320(page);

      const back = page.getByRole('main').getByRole('link', { name: say('connections:title'), exact: true });
      await expect(back).toHaveAttribute('href', '/mypage/connections');

      const open = page.getByRole('button', { name: say('connections:disconnect'), exact: true });
      const dialog = page.getByRole('dialog');
      await open.click();
      await expect(dialog).toContainText(say('connections:ask', { name }));
      await expectAccessible(page);
      await dialog.getByRole('button', { name: say('common:close'), exact: true }).click();
      await expect(dialog).toHaveCount(0);
      expect((await userInfo(access)).status, 'closed, the dialog does nothing').toBe(200);

      await open.click();
      await dialog.getByRole('button', { name: say('connections:release'), exact: true }).click();
      await expect(page).toHaveURL('/mypage/connections');
      await expect(page.getByText(say('connections:empty'))).toBeVisible();
      await expectAccessible(page);
      expect((await userInfo(access)).status, 'the token').toBe(401);
    });
  });
}

test('S-109 S-110: while it is disconnected the button works, and takes no second press', async ({
  page,
  say,
  become,
  watch,
}) => {
  const member = await Member.create();
  await allowAll(member.visitor, 'openid');
  await become(member);
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('RevokeGrant')) await held;
    await route.continue();
  });
  await page.goto('/mypage/connections/client/todaiza-tv');
  await page.getByRole('button', { name: say('connections:disconnect'), exact: true }).click();
  const release = page.getByRole('dialog').getByRole('button').last();
  await release.click();
  await expect(release).toContainText(say('common:working'));
  await release.click({ force: true });
  await release.press('Enter');
  goOn();
  await expect(page).toHaveURL('/mypage/connections');
  expect(watch.times('RevokeGrant')).toBe(1);
});

test('E-088 E-089 E-090 E-091: one that fails closes the dialog and says nothing; it can be tried again', async ({
  page,
  say,
  become,
  watch,
}) => {
  watch.allow(/the app could not be disconnected/);
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  const member = await Member.create();
  const { access } = await allowAll(member.visitor, 'openid');
  await become(member);
  await page.goto('/mypage/connections/client/todaiza-tv');
  await hydrated(page);
  const before = await page.getByRole('main').textContent();
  await page.route('**/graphql', (route) => route.fulfill({ status: 500, json: { errors: [{ message: 'broken' }] } }));
  const open = page.getByRole('button', { name: say('connections:disconnect'), exact: true });
  const release = page.getByRole('dialog').getByRole('button', { name: say('connections:release'), exact: true });
  await open.click();
  await release.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  expect(await page.getByRole('main').textContent(), 'what the page says').toBe(before);
  expect(logged.filter((text) => text.includes('the app could not be disconnected'))).toHaveLength(1);
  expect((await userInfo(access)).status).toBe(200);

  await page.unroute('**/graphql');
  await open.click();
  await expect(release).not.toHaveAttribute('aria-disabled');
  await release.click();
  await expect(page).toHaveURL('/mypage/connections');
});

/** Whether the picture is there and drawn. */
const drawn = (image: Locator) =>
  image.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth > 0 && one.clientWidth > 0));

for (const [locale, diary, provider, own] of [
  ['ja-JP', 'シネマ手帖', '提供：株式会社シネマ手帖', 'トダイザTV'],
  ['en-US', 'Cinema Diary', 'By Cinema Diary, Inc.', 'Todaiza TV'],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });
    test('L-120 L-124 L-126 @phone: an app shows its logo and whose it is; one without a logo has no gap for it', async ({
      page,
      lang,
      become,
    }) => {
      const member = await Member.create({ locale: lang });
      await allowAll(member.visitor, 'openid');
      await become(member);
      await askDiary(page);
      await allow(page, lang);
      await expectKnown(page, member.nickname);

      await page.goto('/mypage/connections');
      const apps = page.getByRole('main').getByRole('listitem');
      await expect(apps).toHaveCount(2);
      const [withLogo, without] = [apps.filter({ hasText: diary }), apps.filter({ hasText: own })];
      expect(await drawn(withLogo.locator('img'))).toBe(true);
      await expect(without.locator('img')).toHaveCount(0);
      await hydrated(page);
      await expectAccessible(page);
      await expectFits320(page);

      await withLogo.getByRole('link').click();
      await expect(heading(page, diary)).toBeVisible();
      const main = page.getByRole('main');
      expect(await drawn(main.locator('img'))).toBe(true);
      await expect(main.getByText(provider, { exact: true })).toBeVisible();
      await hydrated(page);
      await expectAccessible(page);
      await expectFits320(page);

      await page.goto('/mypage/connections/client/todaiza-tv');
      await expect(heading(page, own)).toBeVisible();
      await expect(main.locator('img')).toHaveCount(0);
    });
  });
}

test("another's app, and one that has nothing, are not there", async ({ page, say, become }) => {
  const other = await Member.create();
  await allowAll(other.visitor, 'openid');
  await become(await Member.create());
  const answer = await page.goto('/mypage/connections/client/todaiza-tv');
  expect(answer?.status()).toBe(404);
  await expect(heading(page, say('errors:pages.404.header'))).toBeVisible();
});
