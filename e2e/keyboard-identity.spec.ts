import type { Page } from '@playwright/test';
import {
  codeField,
  codeNamed,
  dialogButton,
  freshSubject,
  resetLink,
  shownSecret,
  twoSteps,
} from './support/identity.ts';
import { Keyboard } from './support/keyboard.ts';
import { freshEmail, freshPhone, guarded, Member, password } from './support/member.ts';
import { mailedCode, mailedCodes } from './support/sandbox.ts';
import { expect, heading, hydrated, test } from './support/test.ts';
import type { Words } from './support/words.ts';

// Every way to prove who one is, and to change it, with Tab, Enter and Space alone.

type Say = (key: string, values?: Words) => string;

/** What a person with a keyboard finds on a page, by its words. */
function hands(page: Page, say: Say) {
  const keyboard = new Keyboard(page);
  const button = (key: string, values?: Words) => page.getByRole('button', { name: say(key, values), exact: true });
  return {
    keyboard,
    type: (label: string, text: string) => keyboard.type(page.getByLabel(label, { exact: true }), text),
    press: (key: string, values?: Words) => keyboard.press(button(key, values)),
    decide: (key: string) => keyboard.press(dialogButton(page, say(key))),
    follow: (name: string) => keyboard.press(page.getByRole('link', { name, exact: true }).first()),
    tick: (name: string) => keyboard.press(page.getByRole('checkbox', { name }), 'Space'),
    arrived: async (key: string, values?: Words) => {
      await expect(heading(page, say(key, values))).toBeVisible();
      await hydrated(page);
    },
  };
}

/** A login whose second factor is waited for. */
async function halfway(page: Page, say: Say, member: Member) {
  const { type, press, arrived } = hands(page, say);
  await page.goto('/login');
  await arrived('login:title');
  await type(say('login:identifier'), member.email);
  await type(say('login:password'), password);
  await press('login:submit');
  await arrived('login:factor.title');
}

for (const locale of ['ja-JP', 'en-US']) {
  test.describe(locale, () => {
    test.use({ locale });

    test('X-053: a login by mailed code', async ({ page, lang, say }) => {
      const { type, press, arrived } = hands(page, say);
      const member = await Member.create({ locale: lang });
      const before = (await mailedCodes(member.email)).length;
      await page.goto('/login?loginType=authCode');
      await arrived('login:title');
      await type(say('login:identifier'), member.email);
      await press('login:code.send');
      await arrived('login:code.title', { code: codeNamed('login', lang) });
      await type(codeField('login', lang), await mailedCode(member.email, before));
      await press('login:submit');
      await arrived('mypage:title');
    });

    for (const type of ['Email', 'SMS', 'OTP'] as const) {
      test(`X-053: the second factor ${type} turned on, used, and turned off`, async ({
        page,
        lang,
        say,
        become,
        context,
      }) => {
        const { keyboard, type: enter, press, decide, follow, tick, arrived } = hands(page, say);
        const member = await Member.create({ locale: lang });
        const where = type === 'SMS' ? freshPhone() : member.email;
        const name = { type: say(`mfa:types.${type}`) };
        let second = '';
        await become(member);
        await page.goto('/mypage/multi-factor');
        await arrived('mfa:title');
        await keyboard.press(page.getByRole('link', { name: name.type }).first());
        await arrived(`mfa:${type.toLowerCase()}.title`);
        if (type === 'SMS') {
          await enter(say('mfa:sms.phoneNumber'), where);
          await press('mfa:sms.send');
          await enter(codeField('factor', lang), await mailedCode(where));
        }
        if (type === 'OTP') {
          const [first, later] = await twoSteps(await shownSecret(page));
          await enter(say('mfa:otp.token'), first);
          second = later;
        }
        await press('mfa:enable.button');
        await arrived('mfa:generate.title');
        await tick(say('mfa:generate.saved'));
        await press('mfa:generate.enable');
        await arrived('mfa:complete.enabled', name);

        await context.clearCookies();
        const before = (await mailedCodes(where)).length;
        await halfway(page, say, member);
        await keyboard.press(page.getByRole('link', { name: say(`login:factor.types.${type}`) }).first());
        await arrived(`login:factor.enter.${type}`);
        await keyboard.type(page.getByRole('textbox').first(), second || (await mailedCode(where, before)));
        await press('login:submit');
        await arrived('mypage:title');

        await follow(say('mypage:menu.multiFactor'));
        await arrived('mfa:title');
        await press('mfa:disable.of', name);
        await decide('mfa:disable.button');
        await arrived('mfa:complete.disabled', name);
      });
    }

    test('X-053: a backup code, and a trusted device that is forgotten again', async ({ page, lang, say }) => {
      const { keyboard, press, decide, tick, arrived } = hands(page, say);
      const member = await guarded(lang);
      await halfway(page, say, member);
      await keyboard.press(page.getByRole('link', { name: say('login:factor.types.BackupCode') }).first());
      await arrived('login:factor.enter.BackupCode');
      await keyboard.type(page.getByRole('textbox').first(), member.backupCodes[0] ?? '');
      await tick(say('login:factor.rememberDevice'));
      await press('login:submit');
      await arrived('mypage:title');
      await page.goto('/mypage/multi-factor/trusted-device');
      await arrived('mfa:devices.title');
      await press('mfa:devices.delete');
      await decide('mfa:devices.delete');
      await expect(page.getByText(say('mfa:devices.empty'), { exact: true })).toBeVisible();
    });

    test('X-053: a forgotten password', async ({ page, lang, say }) => {
      const { type, press, follow, arrived } = hands(page, say);
      const member = await Member.create({ locale: lang });
      await page.goto('/login');
      await arrived('login:title');
      await follow(say('login:forgot'));
      await arrived('password:forgot.title');
      await type(say('password:forgot.email'), member.email);
      await press('password:forgot.submit');
      await arrived('password:sent.title');
      await page.goto(await resetLink(member.email, lang));
      await arrived('password:reset.title');
      await type(say('password:new'), 'another9sesame');
      await type(say('password:confirm'), 'another9sesame');
      await press('password:reset.submit');
      await arrived('password:resetDone.title');
    });

    test('X-053: an external account linked, and unlinked', async ({ page, lang, say, become }) => {
      const { keyboard, press, decide, follow, arrived } = hands(page, say);
      await become(await Member.create({ locale: lang }));
      await page.goto('/mypage');
      await arrived('mypage:title');
      await follow(say('social:block.linkTo', { name: 'LINE' }));
      await keyboard.press(page.getByTestId('idp-new'));
      await arrived('social:enabled.title');
      await page.goto('/mypage');
      await arrived('mypage:title');
      await press('social:block.unlinkFrom', { name: 'LINE' });
      await decide('social:unlink.confirm');
      await arrived('social:disabled.title');
    });

    test('X-053: a sign-up with an external account', async ({ page, say }) => {
      const { keyboard, type, press, follow, arrived } = hands(page, say);
      const email = freshEmail('keyboard');
      await page.goto('/signup/policy');
      await arrived('signup:policy.title');
      await keyboard.readPolicies();
      await press('signup:policy.agree');
      await arrived('signup:email.title');
      await follow(say('social:buttons.signup.label', { name: 'Google' }));
      await keyboard.press(page.locator('summary'));
      await keyboard.type(page.getByTestId('idp-subject'), freshSubject());
      await keyboard.type(page.getByTestId('idp-email'), email);
      await keyboard.press(page.getByTestId('idp-verified'), 'Space');
      await keyboard.press(page.getByTestId('idp-custom'));
      await arrived('signup:form.title');
      await type(say('signup:fields.familyName'), '灯台');
      await type(say('signup:fields.givenName'), '花子');
      await type(say('signup:fields.birthday'), '1992/02/29');
      await press('signup:form.submit');
      await arrived('signup:confirm.title');
      await press('signup:confirm.register');
      await arrived('signup:complete.title');
    });

    test('X-053: another e-mail address', async ({ page, lang, say, become }) => {
      const { type, press, arrived } = hands(page, say);
      const fresh = freshEmail('moved');
      await become(await Member.create({ locale: lang }));
      await page.goto('/mypage/email/edit');
      await arrived('email:edit.title');
      await type(say('email:edit.new'), fresh);
      await press('email:edit.submit');
      await page.waitForURL('/mypage/email/edit/pin-code');
      await hydrated(page);
      await type(codeField('proof', lang), await mailedCode(fresh));
      await press('email:pinCode.submit');
      await arrived('email:edited.title');
    });

    test('X-053: leaving', async ({ page, lang, say, become }) => {
      const { keyboard, press, tick, arrived } = hands(page, say);
      const member = await Member.create({ locale: lang });
      await become(member);
      const before = (await mailedCodes(member.email)).length;
      await page.goto('/withdraw');
      await arrived('withdraw:title');
      await keyboard.press(page.getByRole('radio').first(), 'Space');
      await tick(say('withdraw:consent'));
      await press('withdraw:submit');
      await page.waitForURL('/withdraw/pin-code');
      await hydrated(page);
      await keyboard.type(
        page.getByLabel(codeField('withdraw', lang), { exact: true }),
        await mailedCode(member.email, before),
      );
      await press('withdraw:pinCode.submit');
      await arrived('withdraw:complete.title');
    });
  });
}
