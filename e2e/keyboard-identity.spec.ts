import type { Page } from '@playwright/test';
import { codeField, codeNamed, mailedLink, twoSteps } from './support/identity.ts';
import { Keyboard } from './support/keyboard.ts';
import { freshEmail, Member, password } from './support/member.ts';
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
    follow: (name: string) => keyboard.press(page.getByRole('link', { name, exact: true }).first()),
    tick: (name: string) => keyboard.press(page.getByRole('checkbox', { name }), 'Space'),
    arrived: async (key: string, values?: Words) => {
      await expect(heading(page, say(key, values))).toBeVisible();
      await hydrated(page);
    },
  };
}

test('X-053: a login by mailed code', async ({ page, lang, say }) => {
  const { type, press, arrived } = hands(page, say);
  const member = await Member.create();
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

test('X-053: an authenticator app turned on, used, and turned off', async ({ page, say, become, context }) => {
  const { keyboard, type, press, follow, tick, arrived } = hands(page, say);
  const member = await Member.create();
  await become(member);
  await page.goto('/mypage/multi-factor');
  await arrived('mfa:title');
  await keyboard.press(page.getByRole('link', { name: say('mfa:types.OTP') }).first());
  await arrived('mfa:otp.title');
  const secret = ((await page.locator('main code').first().textContent()) ?? '').replace(/\s/g, '');
  const [first, second] = await twoSteps(secret);
  await type(say('mfa:otp.token'), first);
  await press('mfa:enable.button');
  await arrived('mfa:generate.title');
  await tick(say('mfa:generate.saved'));
  await press('mfa:generate.enable');
  await arrived('mfa:complete.enabled', { type: say('mfa:types.OTP') });

  await context.clearCookies();
  await page.goto('/login');
  await arrived('login:title');
  await type(say('login:identifier'), member.email);
  await type(say('login:password'), password);
  await press('login:submit');
  await arrived('login:factor.title');
  await keyboard.press(page.getByRole('link', { name: say('login:factor.types.OTP') }).first());
  await arrived('login:factor.enter.OTP');
  await keyboard.type(page.getByRole('textbox').first(), second);
  await press('login:submit');
  await arrived('mypage:title');

  await follow(say('mypage:menu.multiFactor'));
  await arrived('mfa:title');
  await press('mfa:disable.of', { type: say('mfa:types.OTP') });
  await keyboard.press(page.getByRole('dialog').getByRole('button', { name: say('mfa:disable.button'), exact: true }));
  await arrived('mfa:complete.disabled', { type: say('mfa:types.OTP') });
});

test('X-053: a forgotten password', async ({ page, say }) => {
  const { type, press, follow, arrived } = hands(page, say);
  const member = await Member.create();
  await page.goto('/login');
  await arrived('login:title');
  await follow(say('login:forgot'));
  await arrived('password:forgot.title');
  await type(say('password:forgot.email'), member.email);
  await press('password:forgot.submit');
  await arrived('password:sent.title');
  await page.goto(await mailedLink(member.email, /パスワード/));
  await arrived('password:reset.title');
  await type(say('password:new'), 'another9sesame');
  await type(say('password:confirm'), 'another9sesame');
  await press('password:reset.submit');
  await arrived('password:resetDone.title');
});

test('X-053: an external account linked, and unlinked', async ({ page, say, become }) => {
  const { keyboard, press, follow, arrived } = hands(page, say);
  await become(await Member.create());
  await page.goto('/mypage');
  await arrived('mypage:title');
  await follow(say('social:block.linkTo', { name: 'LINE' }));
  await keyboard.press(page.getByTestId('idp-new'));
  await arrived('social:enabled.title');
  await page.goto('/mypage');
  await arrived('mypage:title');
  await press('social:block.unlinkFrom', { name: 'LINE' });
  await keyboard.press(
    page.getByRole('dialog').getByRole('button', { name: say('social:unlink.confirm'), exact: true }),
  );
  await arrived('social:disabled.title');
});

test('X-053: another e-mail address', async ({ page, lang, say, become }) => {
  const { type, press, arrived } = hands(page, say);
  const fresh = freshEmail('moved');
  await become(await Member.create());
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
  const member = await Member.create();
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
