import { expectAccessible, expectFits320 } from './support/axe.ts';
import { allow, apps, askDiary, expectKnown, inDiary, watched } from './support/diary.ts';
import { codeField, codeIn, codeNamed } from './support/identity.ts';
import { newestBill, refund } from './support/staff.ts';
import { expect, heading, test } from './support/test.ts';

test('a member logs in to an app, which reads out what it is told, and gets new tokens', async ({
  page,
  lang,
  signedIn,
}) => {
  const member = await signedIn();
  await page.goto(`${apps}/app`);
  await expectAccessible(page);
  await askDiary(page);
  await allow(page, lang);
  await expectKnown(page, member.nickname);
  await expect(page).toHaveURL(`${apps}/app`);
  const idToken = page.getByRole('region', { name: 'IDトークン' });
  await expect(idToken.getByRole('row', { name: /ログインの方法.*パスワード/ })).toBeVisible();
  await expect(idToken.getByRole('row', { name: /宛先のアプリ.*cinema-diary/ })).toBeVisible();
  await expect(page.getByRole('region', { name: '会員の情報' })).not.toContainText(member.email);
  await expectAccessible(page);
  await expectFits320(page);

  const received = await page.locator('#who ~ .hint').textContent();
  await expect(async () => {
    await inDiary(page, /^トークンを更新する/).click(); // the page tells seconds, and may be told the same one again
    await expect(page.locator('#who ~ .hint')).not.toHaveText(received ?? '', { timeout: 500 });
  }).toPass();
  await expectKnown(page, member.nickname);

  await inDiary(page, /^ここだけログアウト/).click();
  await inDiary(page, /^会員サービスでログインする/).click(); // nothing is left to ask
  await expectKnown(page, member.nickname);
});

test('one more scope is asked for by itself', async ({ page, lang, signedIn }) => {
  const member = await signedIn();
  await askDiary(page);
  await allow(page, lang);
  await expectKnown(page, member.nickname);
  await inDiary(page, /^メールアドレス Email/).click();
  await expect(page).toHaveURL(/\/oidc\/consent\?/);
  await expect(page.locator('input[type=checkbox]')).toHaveCount(1);
  await expect(page.locator('input[type=checkbox]')).toHaveValue('email');
  await expect(page.getByRole('main')).toContainText(member.email);
  await allow(page, lang);
  await expectKnown(page, member.nickname);
  await expect(page.getByRole('region', { name: '会員の情報' })).toContainText(member.email);
});

test('an app that is refused says so', async ({ page, say, signedIn }) => {
  await signedIn();
  await askDiary(page);
  await page.getByRole('link', { name: say('oidc:consent.refuse'), exact: true }).click();
  await expect(page.getByText('アクセスを許可しないことが選ばれました。')).toBeVisible();
});

test('an app logs out here and there', async ({ page, lang, say, signedIn }) => {
  const member = await signedIn();
  await askDiary(page);
  await allow(page, lang);
  await expectKnown(page, member.nickname);
  await inDiary(page, /^会員サービスからもログアウト/).click();
  await expect(page.getByText('ここからも、会員サービスからもログアウトしました。')).toBeVisible();
  await page.goto('/mypage');
  await expect(heading(page, say('login:title'))).toBeVisible();
});

test('a logout at the product ends the session at the app', async ({ page, lang, hands, signedIn }) => {
  const member = await signedIn();
  await askDiary(page);
  await allow(page, lang);
  await expectKnown(page, member.nickname);
  await page.goto('/logout');
  await hands.press('login:logout.submit');
  await hands.arrived('login:logout.doneTitle');
  await expect(async () => {
    await page.goto(`${apps}/app`);
    await expect(page.getByText('会員サービスの側で終わったため、ログアウトしました。')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(inDiary(page, /^会員サービスでログインする/)).toBeVisible();
});

test('an app whose access is revoked while it is open knows nothing more', async ({ page, lang, hands, signedIn }) => {
  const member = await signedIn();
  await askDiary(page);
  await allow(page, lang);
  await inDiary(page, /^観られる作品・プラン/).click();
  await allow(page, lang);
  await expectKnown(page, member.nickname);
  const open = await page.context().newPage();
  await open.goto(`${apps}/tv`); // any page that stays
  await page.goto('/mypage/connections/client/cinema-diary');
  await hands.press('connections:disconnect');
  await hands.decide('connections:release');
  await hands.arrived('connections:title');
  await expect(async () => {
    await open.goto(`${apps}/app`);
    await expect(open.getByText('会員サービスの側で終わったため、ログアウトしました。')).toBeVisible({ timeout: 500 });
  }).toPass();
  await askDiary(open);
  await expect(open).toHaveURL(/\/oidc\/consent\?/); // it has to ask anew
});

test('an app hears at once that a member has bought a plan', async ({ page, lang, signedIn }) => {
  const { member, card, heard, now } = await watched(page, lang, signedIn);
  await member.buy('weekly', card);
  await expect(heard).toHaveCount(1);
  await expect(heard).toContainText('weekly');
  await expect(now).toContainText('weekly');
});

test('an app hears at once that what a member has rented ends, as all of its money goes back', async ({
  page,
  lang,
  signedIn,
}) => {
  const { member, card, heard, now } = await watched(page, lang, signedIn);
  await member.buy('rental-night-train', card);
  await expect(heard).toHaveCount(1);
  await expect(now).toContainText('rental-night-train');
  await refund(await newestBill(member), 500);
  await expect(heard).toHaveCount(2, { timeout: 20_000 });
  await expect(heard.first()).toContainText('観られるものはありません。');
  await expect(heard.last()).toContainText('rental-night-train');
  await expect(now).toContainText('観られるものはありません。');
});

test('an app whose member leaves is told that it is over, and knows nothing more', async ({
  page,
  lang,
  signedIn,
  hands,
  say,
}) => {
  const { member, card, heard } = await watched(page, lang, signedIn);
  await member.buy('rental-night-train', card);
  await expect(heard).toHaveCount(1);
  await expect(() => page.goto('/withdraw')).toPass(); // the app's page may be loading itself anew
  await hands.choose(page.getByRole('radio').first());
  await hands.tick(say('withdraw:consent'));
  await hands.press('withdraw:submit', { code: codeNamed('withdraw', lang) });
  await hands.fill(codeField('withdraw', lang), await codeIn('withdraw', lang, member.email));
  await hands.press('withdraw:pinCode.submit');
  await hands.arrived('withdraw:complete.title');
  await expect(async () => {
    await page.goto(`${apps}/app`);
    await expect(page.getByText('会員サービスの側で終わったため、ログアウトしました。')).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.goto(`${apps}/app/watching`);
  await expect(page.getByText('ログインしていません。')).toBeVisible();
  await expectAccessible(page);
  await expect(heard).toHaveCount(0);
});

test('a television shows a code, and asks no more often than it may', async ({ page }) => {
  await page.goto(`${apps}/tv`);
  await page.getByRole('button', { name: /^コードを表示する/ }).click();
  const code = page.getByTestId('user-code');
  await expect(code).toHaveText(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
  const shown = (await code.textContent()) ?? '';
  await expect(page.getByRole('link', { name: /QRコード/ })).toHaveAttribute('href', new RegExp(`user_code=${shown}$`));
  for (let asked = 0; asked < 2; asked++) {
    await page.waitForEvent('load', { timeout: 15_000 });
    await expect(code).toHaveText(shown);
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  }
});

test('a television is let in by its code, and knows nothing more once it is disconnected', async ({
  page,
  hands,
  signedIn,
}) => {
  await signedIn();
  await page.goto(`${apps}/tv`);
  await page.getByRole('button', { name: /^コードを表示する/ }).click();
  const television = await page.context().newPage();
  await television.goto(`${apps}/tv`);
  await page.getByRole('link', { name: /QRコード/ }).click();
  await hands.press('oidc:device.next');
  await hands.press('oidc:device.allow');
  await expect(page).not.toHaveURL(/user_code=[^&]*$/);
  await expect(television.getByRole('heading', { name: /^ログインしました/ })).toBeVisible({ timeout: 20_000 });
  await expect(television.getByText('観られるものはありません。')).toBeVisible();
  await expectAccessible(television);
  await expectFits320(television);
  await page.goto('/mypage/connections/client/todaiza-tv');
  await hands.press('connections:disconnect');
  await hands.decide('connections:release');
  await expect(page).toHaveURL('/mypage/connections');
  await television.reload();
  await expect(television.getByText(/アクセストークンが、期限切れか、取り消されています/)).toBeVisible();
  await television.getByRole('button', { name: /^ログアウト/ }).click();
  await expect(television.getByRole('button', { name: /^コードを表示する/ })).toBeVisible();
});
