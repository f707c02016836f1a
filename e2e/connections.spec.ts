import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectFits320 } from './support/axe.ts';
import { allow, askDiary, expectKnown } from './support/diary.ts';
import { Member } from './support/member.ts';
import { allowAll, userInfo } from './support/oidc.ts';
import { walked } from './support/pairs.ts';
import { expect, heading, hydrated, test } from './support/test.ts';

// The apps that a member allows something, and how to take it back.

/** The apps of the list; the account menu is a list, too. */
const apps = (page: Page) => page.getByRole('main').locator('li:not(nav *)');

/** What the demo store calls its own app. */
const own = { ja: 'トダイザTV', en: 'Todaiza TV' };

walked('look at an app', ({ lang }) => {
  //
  test('X-027 S-112 R-101 R-102 C-099 L-119 L-121 L-122 L-123 L-125 L-127 L-128 L-129 L-130 L-131 S-108 S-111: an app is looked at and disconnected, and its token is dead', async ({
    page,
    hands,
    say,
    signedIn,
  }) => {
    const name = own[lang];
    const member = await signedIn();
    const { access } = await allowAll(member.visitor, 'openid profile entitlements');
    expect((await userInfo(access)).status).toBe(200);
    await page.goto('/mypage');
    await hands.arrived('mypage:title');
    await hands.on(page.getByRole('main').getByRole('link', { name: say('mypage:menu.connections') }));
    await hands.arrived('connections:title');
    const app = apps(page).getByRole('link');
    await expect(app).toHaveCount(1);
    await expect(app).toContainText(name);
    await expect(app).toContainText(/(\d{4}\/\d{2}\/\d{2}|[A-Z][a-z]{2} \d{1,2}, \d{4}) \d{2}:\d{2}/);
    await hands.on(app);

    await expect(page).toHaveURL('/mypage/connections/client/todaiza-tv');
    await expect(heading(page, name)).toBeVisible();
    await hands.ready();
    const scopes = page.getByRole('region', { name: say('connections:scopes') }).getByRole('listitem');
    await expect(scopes).toHaveCount(3);
    await expect(scopes.nth(1)).toContainText(lang === 'ja' ? 'プロフィール' : 'Profile');
    await expect(page.getByRole('main')).toContainText(lang === 'ja' ? 'テレビで映画を観る' : 'on your television');
    const back = page.getByRole('main').getByRole('link', { name: say('connections:back'), exact: true });
    await expect(back).toHaveAttribute('href', '/mypage/connections');

    const dialog = page.getByRole('dialog');
    await hands.press('connections:disconnect');
    await expect(dialog).toContainText(say('connections:ask', { name }));
    await expectAccessible(page);
    await hands.decide('common:close');
    await expect(dialog).toHaveCount(0);
    expect((await userInfo(access)).status, 'closed, the dialog does nothing').toBe(200);

    await hands.press('connections:disconnect');
    await hands.decide('connections:release');
    await expect(page).toHaveURL('/mypage/connections');
    await expect(page.getByText(say('connections:empty'))).toBeVisible();
    await expectAccessible(page);
    expect((await userInfo(access)).status, 'the token').toBe(401);
  });
});

test('S-109 S-110: while it is disconnected the button works, and takes no second press', async ({
  page,
  say,
  watch,
  signedIn,
}) => {
  const member = await signedIn();
  await allowAll(member.visitor, 'openid');
  let answerNow = () => {};
  const held = new Promise<void>((resolve) => {
    answerNow = resolve;
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
  answerNow();
  await expect(page).toHaveURL('/mypage/connections');
  expect(watch.times('RevokeGrant')).toBe(1);
});

test('E-088 E-089 E-090 E-091: one that fails closes the dialog and says so; it can be tried again', async ({
  page,
  say,
  watch,
  signedIn,
}) => {
  watch.allow(/the app could not be disconnected/);
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  const member = await signedIn();
  const { access } = await allowAll(member.visitor, 'openid');
  await page.goto('/mypage/connections/client/todaiza-tv');
  await hydrated(page);
  await page.route('**/graphql', (route) => route.fulfill({ status: 500, json: { errors: [{ message: 'broken' }] } }));
  const open = page.getByRole('button', { name: say('connections:disconnect'), exact: true });
  const release = page.getByRole('dialog').getByRole('button', { name: say('connections:release'), exact: true });
  await open.click();
  await release.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const told = page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ });
  await expect(told).toBeInViewport();
  await expect(told).toBeFocused();
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

const diaries = {
  ja: { name: 'シネマ手帖', provider: '提供：株式会社シネマ手帖' },
  en: { name: 'Cinema Diary', provider: 'By Cinema Diary, Inc.' },
};

walked('know an app', ({ lang }) => {
  // A-096 A-188
  test('L-120 L-124 L-126: an app shows its logo and whose it is; one without a logo has no gap for it', async ({
    page,
    hands,
    signedIn,
  }) => {
    const diary = diaries[lang];
    const member = await signedIn();
    await allowAll(member.visitor, 'openid');
    await askDiary(page);
    await allow(page, lang);
    await expectKnown(page, member.nickname);

    await page.goto('/mypage/connections');
    const all = apps(page);
    await expect(all).toHaveCount(2);
    const [withLogo, without] = [all.filter({ hasText: diary.name }), all.filter({ hasText: own[lang] })];
    expect(await drawn(withLogo.locator('img'))).toBe(true);
    await expect(without.locator('img')).toHaveCount(0);
    await hydrated(page);
    await expectAccessible(page);
    await expectFits320(page);

    await hands.on(withLogo.getByRole('link'));
    await expect(heading(page, diary.name)).toBeVisible();
    const main = page.getByRole('main');
    expect(await drawn(main.locator('img'))).toBe(true);
    await expect(main.getByText(diary.provider, { exact: true })).toBeVisible();
    await hydrated(page);
    await expectAccessible(page);
    await expectFits320(page);

    await page.goto('/mypage/connections/client/todaiza-tv');
    await expect(heading(page, own[lang])).toBeVisible();
    await expect(main.locator('img')).toHaveCount(0);
  });
});

test("another's app, and one that has nothing, are not there", async ({ say }) => {
  await allowAll((await Member.create()).visitor, 'openid');
  const { visitor } = await Member.create();
  const { status, text } = await visitor.get('/mypage/connections/client/todaiza-tv');
  expect(status).toBe(404);
  expect(text).toContain(say('errors:pages.404.header'));
});
