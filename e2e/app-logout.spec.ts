import { expectAccessible, expectFits320 } from './support/axe.ts';
import { App, tv } from './support/oidc.ts';
import { walked } from './support/pairs.ts';
import { expect, heading, hydrated, test } from './support/test.ts';

// An app asks to log its member out (RP-Initiated Logout).

const out = (values: Record<string, string>) => `/oidc/end_session?${new URLSearchParams(values)}`;

walked('log out by an app', ({ lang }) => {
  test('X-058: without proof of its member the member is asked, may refuse, and is led to no address that is not registered', async ({
    page,
    hands,
    say,
    signedIn,
  }) => {
    await signedIn({ nickname: '映子' });
    const name = lang === 'ja' ? 'トダイザTV' : 'Todaiza TV';
    const evil = out({ client_id: tv, post_logout_redirect_uri: 'https://evil.example/', state: 's' });
    await page.goto(evil);
    await expect(page).toHaveURL(/\/oidc\/logout\?client_id=todaiza-tv$/);
    await hands.arrived('oidc:logout.title');
    await expect(page.getByText(say('oidc:logout.lead', { name }))).toBeVisible();
    await hydrated(page);
    await expectAccessible(page);
    await expectFits320(page);
    await hands.follow(say('oidc:logout.no'));
    await expect(page, 'still logged in').toHaveURL(/\/mypage$/);
    await page.goto(evil);
    await hands.ready();
    await hands.press('oidc:logout.yes');
    await expect(page).toHaveURL(/\/logout$/);
    await hands.arrived('login:logout.doneTitle');
    await page.goto('/mypage');
    await expect(page).toHaveURL(/\/login/);
  });
});

test('X-058: with the ID token of the member who is logged in no one is asked', async ({ page, say, signedIn }) => {
  await signedIn();
  const app = new App('openid');
  await app.open(page);
  await page.getByRole('button', { name: say('oidc:consent.allow') }).click();
  const { idToken } = await app.tokens(await app.answer(page));
  await page.goto(out({ id_token_hint: idToken }));
  await expect(page).toHaveURL(/\/logout$/);
  await expect(heading(page, say('login:logout.doneTitle'))).toBeVisible();
});

test('X-058: the browser goes back to the app where its address is registered, with the state and nothing else', async ({
  page,
  say,
  signedIn,
}) => {
  const member = await signedIn();
  const { clientInfo } = await member.visitor.must('GET', '/oidc/logout/screen-data?client_id=cinema-diary');
  const diary = (clientInfo as { tosUri: string }).tosUri.replace('/terms', ''); // where the demo store's app is
  await page.route(`${diary}**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!DOCTYPE html><title>app</title><link rel="icon" href="data:,">',
    }),
  );
  await page.goto(out({ client_id: 'cinema-diary', post_logout_redirect_uri: diary, state: 'a&b' }));
  await expect(page.getByText(say('oidc:logout.back', { name: 'シネマ手帖' }))).toBeVisible();
  await page.getByRole('button', { name: say('oidc:logout.yes') }).click();
  await expect(page).toHaveURL(`${diary}?state=a%26b`);
  await page.goto('/mypage');
  await expect(page).toHaveURL(/\/login/);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('X-058: the member is asked as well, for an unknown app too', async ({ page, say, signedIn }) => {
    await signedIn();
    await page.goto('/oidc/end_session');
    await expect(page.getByText(say('oidc:logout.plain'))).toBeVisible();
    await page.getByRole('button', { name: say('oidc:logout.yes') }).click();
    await expect(page).toHaveURL(/\/logout$/);
  });
});
