import { withBackForwardCache } from './harness/browser.ts';
import { Member, password } from './support/member.ts';
import { walked } from './support/pairs.ts';
import { logIn } from './support/signup.ts';
import { expect, heading, test } from './support/test.ts';
import { Visitor } from './support/visitor.ts';

test.use({ launchOptions: withBackForwardCache });

const reloading = 'Reloading due to authentication check failure';

walked('log in', () => {
  test('X-005 X-051 X-053 L-004 R-003 P-004: a stranger to My Page logs in and comes back to where they wanted to go', async ({
    page,
    hands,
    lang,
    say,
  }) => {
    const member = await Member.create({ locale: lang });
    await page.goto('/mypage/plans');
    await expect(page).toHaveURL('/login?returnTo=%2Fmypage%2Fplans');
    await hands.arrived('login:title');
    await hands.fill(say('login:identifier'), member.email);
    await hands.fill(say('login:password'), password);
    await hands.press('login:submit');
    await expect(page).toHaveURL('/mypage/plans');
    await hands.arrived('plans:mypageTitle');
  });
});

test.describe('logout', () => {
  test('R-007 L-007 L-008 L-009 L-167: the page asks; cancel keeps the member, logout ends the session', async ({
    page,
    say,
    signedIn,
  }) => {
    await signedIn();
    await page.goto('/mypage');
    await page.getByLabel(say('common:nav.profile')).first().click();
    await page
      .getByRole('link', { name: say('common:nav.logout'), exact: true })
      .first()
      .click();
    await expect(heading(page, say('login:logout.title'))).toBeVisible();
    await expect(page.getByRole('link', { name: say('login:logout.editEmail'), exact: true })).toHaveAttribute(
      'href',
      '/mypage/email/edit',
    );
    await page.getByRole('link', { name: say('common:cancel'), exact: true }).click();
    await expect(heading(page, say('mypage:title'))).toBeVisible();

    await page.goto('/logout');
    await page.getByRole('button', { name: say('login:logout.submit'), exact: true }).click();
    await expect(heading(page, say('login:logout.doneTitle'))).toBeVisible();
    await page.goto('/mypage');
    await expect(page).toHaveURL('/login?returnTo=%2Fmypage');
  });
});

test.describe('back and forward with another account', () => {
  test('X-033: after a logout, going back shows nothing of the member', async ({ page, say, signedIn }) => {
    const member = await signedIn();
    await page.goto('/mypage');
    await expect(page.getByRole('main')).toContainText(member.email);
    await page.goto('/logout');
    await page.getByRole('button', { name: say('login:logout.submit'), exact: true }).click();
    await expect(heading(page, say('login:logout.doneTitle'))).toBeVisible();
    await page.goBack({ waitUntil: 'commit' });
    await expect(heading(page, say('login:title'))).toBeVisible();
    await expect(page.getByText(member.email)).toHaveCount(0);
  });

  test('X-033: after a login as somebody else, going back and forward shows the new member only', async ({
    page,
    lang,
    say,
    become,
    context,
  }) => {
    const [former, present] = await Promise.all([Member.create(), Member.create()]);
    await become(former);
    await page.goto('/mypage');
    await expect(page.getByRole('main')).toContainText(former.email);
    await page.goto('/mypage/plans');
    await context.clearCookies();
    await page.goto('/login');
    await logIn(page, lang, present.email);
    await expect(page.getByRole('main')).toContainText(present.email);
    await page.evaluate(() => history.go(-3));
    await expect(page).toHaveURL('/mypage');
    await expect(page.getByRole('main')).toContainText(present.email);
    await expect(page.getByText(former.email)).toHaveCount(0);
    await page.goForward({ waitUntil: 'commit' });
    await expect(heading(page, say('plans:mypageTitle'))).toBeVisible();
    await expect(page.getByText(former.email)).toHaveCount(0);
  });

  test('X-029 X-030 X-031: a stale page reached by going back is loaded again, and the console says why', async ({
    page,
    become,
    watch,
  }) => {
    const [former, present] = await Promise.all([Member.create(), Member.create()]);
    await become(former);
    // A cache on the way that ignores "no-store" keeps the former member's page.
    let kept: { status: number; headers: Record<string, string>; body: string } | undefined;
    let served = 0;
    await page.route('/mypage', async (route) => {
      if (kept && served++ === 0) return route.fulfill(kept);
      const answer = await route.fetch();
      kept ??= { status: answer.status(), headers: answer.headers(), body: await answer.text() };
      await route.fulfill({ response: answer });
    });
    await page.goto('/mypage');
    await expect(page.getByRole('main')).toContainText(former.email);
    await page.goto('/plans');
    await become(present);
    await page.goBack({ waitUntil: 'commit' });
    await expect(page.getByRole('main')).toContainText(present.email);
    await expect(page.getByText(former.email)).toHaveCount(0);
    expect(watch.infos).toEqual([reloading]);
  });

  test('X-028 X-030 X-031: a page restored from the back/forward cache for another account is loaded again', async ({
    page,
    become,
    watch,
  }) => {
    const [former, present] = await Promise.all([Member.create(), Member.create()]);
    await become(former);
    await page.goto('/mypage');
    await expect(page.getByRole('main')).toContainText(former.email);
    await become(present);
    const restored = page.waitForEvent('load');
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await restored;
    await expect(page.getByRole('main')).toContainText(present.email);
    await expect(page.getByText(former.email)).toHaveCount(0);
    expect(watch.infos).toEqual([reloading]);
  });

  test('X-032: for the same account nothing is loaded again and nothing is said', async ({ page, watch, signedIn }) => {
    const member = await signedIn();
    await page.goto('/mypage');
    await page.goto('/plans');
    await page.goBack({ waitUntil: 'commit' });
    await expect(page.getByRole('main')).toContainText(member.email);
    await page.evaluate(() => {
      Object.assign(window, { stillHere: true });
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await page.goForward({ waitUntil: 'commit' });
    await expect(page).toHaveURL('/plans');
    expect(watch.infos).toEqual([]);
  });
});

test('F-296: the table of countries that the product ships knows where logins come from', async () => {
  const { email, visitor } = await Member.create();
  const from = {
    '133.11.0.1': 'JP',
    '8.8.8.8': 'US',
    '2001:200::1': 'JP',
    '::ffff:133.11.0.1': 'JP',
    '192.168.0.1': null,
  };
  for (const address of Object.keys(from)) {
    const somewhere = new Visitor('ja', 'Kaiin journeys', address);
    await somewhere.must('POST', '/login', { emailUserId: email, password, loginMethod: 'Password' });
  }
  const { loginHistory } = await visitor.must('GET', '/mypage/login-history/screen-data');
  const countries = (loginHistory as { country: string | null }[]).map(({ country }) => country);
  expect(countries.slice(0, 5).reverse()).toEqual(Object.values(from));
});
