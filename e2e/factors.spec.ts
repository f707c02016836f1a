import { codeField, dialogButton, press, shownSecret, twoSteps } from './support/identity.ts';
import { freshPhone, guarded, Member } from './support/member.ts';
import { mailedCode, mailedCodes, mailTo, now } from './support/sandbox.ts';
import { logIn } from './support/signup.ts';
import { expect, heading, test } from './support/test.ts';
import { totp } from './support/totp.ts';

const rows = { Email: 'R-019 R-010', SMS: 'R-020 R-011', OTP: 'R-021 R-012' };

for (const locale of ['ja-JP', 'en-US']) {
  test.describe(`second factors, ${locale}`, { tag: '@phone' }, () => {
    test.use({ locale });

    test('S-015 S-016 S-018 R-021 R-023 R-025 R-026 L-018 L-019: an authenticator app is turned on with backup codes, used, and turned off', async ({
      page,
      lang,
      say,
      become,
      context,
    }) => {
      const member = await Member.create({ locale: lang });
      await become(member);
      await page.goto('/mypage');
      await page.getByRole('link', { name: say('mypage:menu.multiFactor') }).click();
      await page
        .getByRole('link', { name: say('mfa:types.OTP') })
        .first()
        .click();
      await expect(heading(page, say('mfa:otp.title'))).toBeVisible();
      const secret = await shownSecret(page);
      await page.getByLabel(say('mfa:otp.token'), { exact: true }).fill('123');
      await press(page, lang, 'mfa:enable.button');
      await expect(
        page
          .getByText(lang === 'ja' ? '6桁のワンタイムパスワードを入力してください。' : /6-digit one-time password/)
          .first(),
      ).toBeVisible();
      await page.getByLabel(say('mfa:otp.token'), { exact: true }).fill(totp(secret, await now()));
      await press(page, lang, 'mfa:enable.button');

      await expect(heading(page, say('mfa:generate.title'))).toBeVisible();
      const enable = page.getByRole('button', { name: say('mfa:generate.enable'), exact: true });
      await expect(enable).toBeDisabled();
      const codes = await page.locator('main ol li').allTextContents();
      expect(codes).toHaveLength(10);
      await page.getByRole('checkbox', { name: say('mfa:generate.saved') }).check();
      await enable.click();
      await expect(heading(page, say('mfa:complete.enabled', { type: say('mfa:types.OTP') }))).toBeVisible();

      await context.clearCookies();
      await page.goto('/login');
      await logIn(page, lang, member.email);
      await expect(heading(page, say('login:factor.title'))).toBeVisible();
      await page.getByText(say('login:factor.types.BackupCode'), { exact: true }).click();
      await expect(heading(page, say('login:factor.enter.BackupCode'))).toBeVisible();
      await page
        .getByRole('textbox')
        .first()
        .fill(codes[0] ?? '');
      await press(page, lang, 'login:submit');
      await expect(heading(page, say('mypage:title'))).toBeVisible();

      await page.goto('/mypage/multi-factor');
      await page
        .getByRole('button', { name: say('mfa:disable.of', { type: say('mfa:types.OTP') }), exact: true })
        .click();
      await dialogButton(page, say('mfa:disable.button')).click();
      await expect(heading(page, say('mfa:complete.disabled', { type: say('mfa:types.OTP') }))).toBeVisible();
    });

    for (const type of ['Email', 'SMS', 'OTP'] as const) {
      test(`S-015 S-018 ${rows[type]}: ${type} is turned on, used to log in, and turned off`, async ({
        page,
        lang,
        say,
        become,
        context,
      }) => {
        const member = await Member.create({ locale: lang });
        const where = type === 'SMS' ? freshPhone() : member.email;
        const label = page.getByLabel(codeField('factor', lang), { exact: true });
        let second = '';
        await become(member);
        await page.goto(`/mypage/multi-factor/${type.toLowerCase()}`);
        if (type === 'SMS') {
          await page.getByLabel(say('mfa:sms.phoneNumber'), { exact: true }).fill(where);
          await press(page, lang, 'mfa:sms.send');
          await label.fill(await mailedCode(where));
        }
        if (type === 'OTP') {
          const [first, later] = await twoSteps(await shownSecret(page));
          await page.getByLabel(say('mfa:otp.token'), { exact: true }).fill(first);
          second = later;
        }
        await press(page, lang, 'mfa:enable.button');
        await expect(heading(page, say('mfa:generate.title'))).toBeVisible();
        await page.getByRole('checkbox', { name: say('mfa:generate.saved') }).check();
        await press(page, lang, 'mfa:generate.enable');
        await expect(heading(page, say('mfa:complete.enabled', { type: say(`mfa:types.${type}`) }))).toBeVisible();

        await context.clearCookies();
        const before = (await mailedCodes(where)).length;
        await page.goto('/login');
        await logIn(page, lang, member.email);
        await page.getByText(say(`login:factor.types.${type}`), { exact: true }).click();
        await expect(heading(page, say(`login:factor.enter.${type}`))).toBeVisible();
        await page
          .getByRole('textbox')
          .first()
          .fill(second || (await mailedCode(where, before)));
        await press(page, lang, 'login:submit');
        await expect(heading(page, say('mypage:title'))).toBeVisible();

        await page.goto('/mypage/multi-factor');
        await press(page, lang, 'mfa:disable.of', { type: say(`mfa:types.${type}`) });
        await dialogButton(page, say('mfa:disable.button')).click();
        await expect(heading(page, say('mfa:complete.disabled', { type: say(`mfa:types.${type}`) }))).toBeVisible();
        await context.clearCookies();
        await page.goto('/login');
        await logIn(page, lang, member.email);
        await expect(heading(page, say('mypage:title'))).toBeVisible();
      });
    }

    test('S-012 R-010 F-077 A-054: a code by mail is asked for after the password, and not again on a trusted device', async ({
      page,
      lang,
      say,
    }) => {
      const member = await guarded(lang);
      await page.goto('/login?returnTo=%2Fmypage%2Fplans');
      await logIn(page, lang, member.email);
      await expect(heading(page, say('login:factor.title'))).toBeVisible();
      await page.goto('/login/multi-factor/Email');
      const { text } = await mailTo(member.email, lang === 'ja' ? /二段階認証コード/ : /two-step verification code/);
      await page
        .getByRole('textbox')
        .first()
        .fill(/(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? '');
      await page.getByRole('checkbox', { name: say('login:factor.rememberDevice') }).check();
      await press(page, lang, 'login:submit');
      await expect(page).toHaveURL('/mypage/plans');

      await page.goto('/logout');
      await press(page, lang, 'login:logout.submit');
      await expect(heading(page, say('login:logout.doneTitle'))).toBeVisible();
      await page.goto('/login');
      await logIn(page, lang, member.email);
      await expect(heading(page, say('mypage:title'))).toBeVisible();
      await page.goto('/mypage/multi-factor/trusted-device');
      await expect(page.getByText(say('mfa:devices.current'), { exact: true })).toBeVisible();
    });
  });
}
