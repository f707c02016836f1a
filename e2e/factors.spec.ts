import type { Page } from '@playwright/test';
import type { Hands } from './support/hands.ts';
import { codeField, shownSecret } from './support/identity.ts';
import { freshPhone, guarded, type Member, password } from './support/member.ts';
import { walked } from './support/pairs.ts';
import { mailedCode, mailedCodes, mailTo, now } from './support/sandbox.ts';
import { logIn } from './support/signup.ts';
import { expect, heading, test } from './support/test.ts';
import { totp } from './support/totp.ts';
import type { Words } from './support/words.ts';

const rows = { Email: 'R-019 R-010', SMS: 'R-020 R-011' };

type Say = (key: string, values?: Words) => string;

/** A login whose second factor is waited for. */
async function halfway(page: Page, hands: Hands, say: Say, member: Member, to = 'login:factor.title') {
  await page.goto('/login');
  await hands.arrived('login:title');
  await hands.fill(say('login:identifier'), member.email);
  await hands.fill(say('login:password'), password);
  await hands.press('login:submit');
  await hands.arrived(to);
}

/** From My Page to the page that turns the factor on. */
async function toFactor(page: Page, hands: Hands, say: Say, type: 'Email' | 'SMS' | 'OTP') {
  await page.goto('/mypage');
  await hands.arrived('mypage:title');
  await hands.on(page.getByRole('link', { name: say('mypage:menu.multiFactor') }));
  await hands.arrived('mfa:title');
  await hands.on(page.getByRole('link', { name: say(`mfa:types.${type}`) }).first());
  await hands.arrived(`mfa:${type.toLowerCase()}.title`);
}

/** From any page to the one that says that the factor is turned off. */
async function turnOff(page: Page, hands: Hands, type: { type: string }) {
  await page.goto('/mypage/multi-factor');
  await hands.arrived('mfa:title');
  await hands.press('mfa:disable.of', type);
  await hands.decide('mfa:disable.button');
  await hands.arrived('mfa:complete.disabled', type);
}

walked('turn a factor on', ({ by }) => {
  const type = by === 'pointer' ? 'Email' : 'SMS';
  test(`X-053 S-015 S-018 ${rows[type]}: ${type} is turned on, used to log in, and turned off`, async ({
    page,
    hands,
    lang,
    say,
    context,
    signedIn,
  }) => {
    const member = await signedIn();
    const where = type === 'SMS' ? freshPhone() : member.email;
    const name = { type: say(`mfa:types.${type}`) };
    await toFactor(page, hands, say, type);
    if (type === 'SMS') {
      await hands.fill(say('mfa:sms.phoneNumber'), where);
      await hands.press('mfa:sms.send');
      await hands.code(page.getByLabel(codeField('factor', lang), { exact: true }), await mailedCode(where));
    } else await hands.press('mfa:enable.button');
    await hands.arrived('mfa:generate.title');
    await hands.tick(say('mfa:generate.saved'));
    await hands.press('mfa:generate.enable');
    await hands.arrived('mfa:complete.enabled', name);

    await context.clearCookies();
    const before = (await mailedCodes(where)).length;
    await halfway(page, hands, say, member, `login:factor.enter.${type}`);
    await hands.code(page.getByRole('textbox').first(), await mailedCode(where, before));
    await hands.arrived('mypage:title');

    await turnOff(page, hands, name);
    await context.clearCookies();
    await page.goto('/login');
    await logIn(page, lang, member.email);
    await expect(heading(page, say('mypage:title'))).toBeVisible();
  });
});

test('S-018 R-012: a password of an authenticator app logs in', async ({ page, hands, say, lang }) => {
  const member = await guarded(lang);
  await halfway(page, hands, say, member);
  await hands.on(page.getByRole('link', { name: say('login:factor.types.OTP') }).first());
  await hands.arrived('login:factor.enter.OTP');
  await hands.code(page.getByRole('textbox').first(), totp(member.secret, await now()));
  await hands.arrived('mypage:title');
});

walked('log in by a backup code', () => {
  test('X-013 X-053 S-015 S-016 S-018 R-013 R-021 R-023 R-025 R-026 L-018 L-019: an authenticator app is turned on with backup codes; one code logs in; the app is turned off', async ({
    page,
    hands,
    say,
    context,
    signedIn,
  }) => {
    const member = await signedIn();
    const name = { type: say('mfa:types.OTP') };
    await toFactor(page, hands, say, 'OTP');
    const secret = await shownSecret(page);
    await hands.code(page.getByLabel(say('mfa:otp.token'), { exact: true }), totp(secret, await now()));

    await hands.arrived('mfa:generate.title');
    await expect(page.getByRole('button', { name: say('mfa:generate.enable'), exact: true })).toBeDisabled();
    const codes = await page.locator('main ol li').allTextContents();
    expect(codes).toHaveLength(10);
    await hands.tick(say('mfa:generate.saved'));
    await hands.press('mfa:generate.enable');
    await hands.arrived('mfa:complete.enabled', name);

    await context.clearCookies();
    await halfway(page, hands, say, member, 'login:factor.enter.OTP');
    await hands.on(page.getByRole('link', { name: say('login:factor.another') }));
    await hands.arrived('login:factor.title');
    await hands.on(page.getByRole('link', { name: say('login:factor.types.BackupCode') }).first());
    await hands.arrived('login:factor.enter.BackupCode');
    await hands.type(page.getByRole('textbox').first(), codes[0] ?? '');
    await hands.press('login:submit');
    await hands.arrived('mypage:title');
    await turnOff(page, hands, name);
  });
});

walked('trust a device', () => {
  test('X-013 X-053 S-012 R-010 R-024 F-077 A-054: a code by mail is asked for after the password, not again on a trusted device, and again when that is forgotten', async ({
    page,
    hands,
    lang,
    say,
  }) => {
    const member = await guarded(lang);
    await page.goto('/login?returnTo=%2Fmypage%2Fplans');
    await logIn(page, lang, member.email);
    await hands.arrived('login:factor.title');
    await page.goto('/login/multi-factor/Email');
    await hands.arrived('login:factor.enter.Email');
    const { text } = await mailTo(member.email, lang === 'ja' ? /多要素認証コード/ : /multi-factor code/);
    await hands.tick(say('login:factor.rememberDevice'));
    await hands.code(page.getByRole('textbox').first(), /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? '');
    await expect(page).toHaveURL('/mypage/plans'); // the sixth digit sends it

    await page.goto('/logout');
    await hands.arrived('login:logout.title');
    await hands.press('login:logout.submit');
    await hands.arrived('login:logout.doneTitle');
    await page.goto('/login');
    await logIn(page, lang, member.email);
    await expect(heading(page, say('mypage:title'))).toBeVisible();

    await page.goto('/mypage/multi-factor/trusted-device');
    await hands.arrived('mfa:devices.title');
    await expect(page.getByText(say('mfa:devices.current'), { exact: true })).toBeVisible();
    await hands.press('mfa:devices.delete');
    await hands.decide('mfa:devices.delete');
    await expect(page.getByText(say('mfa:devices.empty'), { exact: true })).toBeVisible();
  });
});
