import { askForCode, codeField, codeIn, codeNamed, press } from './support/identity.ts';
import { Member } from './support/member.ts';
import { walked } from './support/pairs.ts';
import { inbox } from './support/sandbox.ts';
import { expect, heading, test } from './support/test.ts';

walked('log in by code', () => {
  test('X-052 X-053 L-005 L-006 S-005 S-009 S-010 S-011 R-005: a member asks for a code by mail and is in', async ({
    page,
    hands,
    lang,
    say,
  }) => {
    const member = await Member.create({ locale: lang });
    await page.goto('/login');
    await hands.arrived('login:title');
    await hands.follow(say('login:toCode'));
    await expect(page.getByLabel(say('login:password'), { exact: true })).toHaveCount(0);
    await hands.fill(say('login:identifier'), member.email);
    await hands.press('login:code.send');
    await hands.arrived('login:code.title', { code: codeNamed('login', lang) });
    await expect(page).toHaveURL('/login/code');
    await hands.fill(codeField('login', lang), await codeIn('login', lang, member.email));
    await hands.press('login:submit');
    await hands.arrived('mypage:title');
  });
});

test.describe('a login code', () => {
  test('S-014 E-006: a wrong one is refused, and the button waits for another', async ({ page, lang, say }) => {
    const member = await Member.create();
    await askForCode(page, lang, member.email);
    const right = await codeIn('login', lang, member.email);
    const field = page.getByLabel(codeField('login', lang), { exact: true });
    const button = page.getByRole('button', { name: say('login:submit'), exact: true });
    await field.fill(right === '000000' ? '000001' : '000000');
    await button.click();
    await expect(page.getByText('ログインコードが正しくないか、有効期限が切れています。').first()).toBeVisible();
    await expect(button).toBeDisabled();
    await field.fill(right);
    await expect(button).toBeEnabled();
    await button.click();
    await expect(heading(page, say('mypage:title'))).toBeVisible();
  });

  test('V-024: without one the code is asked for by its name', async ({ page, lang }) => {
    const member = await Member.create();
    await askForCode(page, lang, member.email);
    await press(page, lang, 'login:submit');
    await expect(page.getByText('ログインコードを入力してください。').first()).toBeVisible();
  });

  test('A-041: nobody learns whether an address has an account', async ({ page, lang, say }) => {
    const stranger = `nobody.${Date.now()}@example.jp`;
    await askForCode(page, lang, stranger);
    await expect(page.getByText(stranger)).toBeVisible();
    await page.getByLabel(codeField('login', lang), { exact: true }).fill('123456');
    await press(page, lang, 'login:submit');
    await expect(page.getByText('ログインコードが正しくないか、有効期限が切れています。').first()).toBeVisible();
    expect(await inbox(stranger)).toEqual([]);
    await expect(heading(page, say('mypage:title'))).toHaveCount(0);
  });
});
