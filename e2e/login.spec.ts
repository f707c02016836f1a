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
    await hands.arrived('plans:title');
  });
});

test.describe('login', { tag: '@phone' }, () => {
  test('an address of another site as returnTo leads to My Page', async ({ page, lang, say }) => {
    const member = await Member.create();
    await page.goto('/login?returnTo=%2F%2Fevil.example%2F');
    await logIn(page, lang, member.email);
    await expect(heading(page, say('mypage:title'))).toBeVisible();
    await expect(page).toHaveURL('/mypage');
  });
});

const refusals = [
  {
    locale: 'ja-JP',
    wrongEmail: 'メールアドレスまたはパスワードが正しくありません。',
    wrongUserId: 'ユーザIDまたはパスワードが正しくありません。',
    tooOften: '操作の回数が多すぎます。しばらく時間をおいてからもう一度お試しください。',
    wait: /あと約\d+秒で、もう一度お試しいただけます。/,
  },
  {
    locale: 'en-US',
    wrongEmail: 'The email address or the password is incorrect.',
    wrongUserId: 'The user ID or the password is incorrect.',
    tooOften: 'Too many attempts. Please wait a while and try again.',
    wait: /Time until you can try again, in seconds: about \d+\./,
  },
];

test.describe('what the login refuses', () => {
  test('V-021 V-022: empty fields are named, in the words the specification fixes', async ({ page, say }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: say('login:submit'), exact: true }).click();
    await expect(page.getByText('メールアドレスまたはユーザIDを入力してください。')).toBeVisible();
    await expect(page.getByText('パスワードを入力してください。')).toBeVisible();
    await expect(page.getByLabel(say('login:identifier'), { exact: true })).toBeFocused();
  });

  for (const { locale, wrongEmail, wrongUserId, tooOften, wait } of refusals) {
    test.describe(locale, () => {
      test.use({ locale });

      test('E-013 E-014: a wrong password is told the same whether the account exists or not', async ({
        page,
        lang,
        say,
      }) => {
        const member = await Member.create({ locale: lang });
        const told = page.getByRole('alert').filter({ hasText: /\S/ });
        await page.goto('/login');
        for (const [who, words] of [
          [member.email, wrongEmail],
          ['nobody@example.jp', wrongEmail],
          ['nobody99', wrongUserId],
        ] as const) {
          await logIn(page, lang, who, 'not-the-1-password');
          await expect(told).toHaveText(words);
        }
        await expect(page).toHaveURL('/login');
        await logIn(page, lang, member.email);
        await expect(heading(page, say('mypage:title'))).toBeVisible();
      });

      test('E-015: who guesses too often is told to try again later, and when', async ({ page, lang }) => {
        const { email } = await Member.create({ locale: lang });
        const stranger = new Visitor(lang); // guesses from a browser the account knows are counted for themselves
        for (let n = 0; n < 10; n++) {
          const guess = { emailUserId: email, password: `wrong-guess-${n}`, loginMethod: 'Password' };
          expect((await stranger.post('/login', guess)).status).toBe(401);
        }
        await page.goto('/login');
        await logIn(page, lang, email);
        await expect(page.getByText(tooOften)).toBeVisible();
        await expect(page.getByText(wait)).toBeVisible();
        await expect(page).toHaveURL('/login');
      });
    });
  }
});

test.describe('logout', () => {
  test('R-007 L-007 L-008 L-009 L-167: the page asks; cancel keeps the member, logout ends the session', async ({
    page,
    say,
    become,
  }) => {
    await become(await Member.create());
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

  test('K-006: ten seconds after the logout the top page comes by itself', async ({ page, say }) => {
    await page.clock.install();
    await page.goto('/logout');
    await expect(heading(page, say('login:logout.doneTitle'))).toBeVisible();
    await expect(page.getByText(say('common:redirectIn', { seconds: 10 }))).toBeVisible();
    await page.clock.runFor(8_000);
    await expect(page).toHaveURL('/logout');
    await page.clock.runFor(3_000);
    await expect(page).toHaveURL('/');
  });
});

test.describe('back and forward with another account', () => {
  test('X-033: after a logout, going back shows nothing of the member', async ({ page, say, become }) => {
    const member = await Member.create();
    await become(member);
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
    await expect(heading(page, say('plans:title'))).toBeVisible();
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

  test('X-032: for the same account nothing is loaded again and nothing is said', async ({ page, become, watch }) => {
    const member = await Member.create();
    await become(member);
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

test('a password is never put into an address', async ({ page, say }) => {
  await page.goto('/login');
  await expect(page.locator('form')).toHaveAttribute('method', 'post');
  await page.getByLabel(say('login:password'), { exact: true }).fill(password);
  expect(page.url()).not.toContain(password);
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
