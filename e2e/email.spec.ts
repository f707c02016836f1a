import { codeField, codeIn, mailedLink, press } from './support/identity.ts';
import { freshEmail, Member, password } from './support/member.ts';
import { walked } from './support/pairs.ts';
import { logIn } from './support/signup.ts';
import { expect, heading, test } from './support/test.ts';

walked('change the address', () => {
  test('X-008 X-053 S-092 R-084 R-085 R-086 L-091 L-092 L-093: the address is changed by a code sent to the new one, and the former one can take it back', async ({
    page,
    hands,
    lang,
    say,
    become,
  }) => {
    const member = await Member.create({ locale: lang });
    const fresh = freshEmail('moved');
    await become(member);
    await page.goto('/mypage/email/edit');
    await hands.arrived('email:edit.title');
    const current = page.getByLabel(say('email:edit.current'), { exact: true });
    await expect(current).toHaveValue(member.email);
    await expect(current).not.toBeEditable();
    await hands.fill(say('email:edit.new'), fresh);
    await hands.press('email:edit.submit');
    await expect(page).toHaveURL('/mypage/email/edit/pin-code');
    await hands.ready();
    await hands.fill(codeField('proof', lang), await codeIn('proof', lang, fresh));
    await hands.press('email:pinCode.submit');
    await hands.arrived('email:edited.title');
    await expect(page).toHaveURL('/mypage/email/edit/complete');
    await page.goto('/mypage');
    await expect(page.getByText(fresh)).toBeVisible();

    await page.goto(await mailedLink(member.email, lang === 'ja' ? /メールアドレス/ : /email/i));
    await hands.arrived('email:undo.title');
    await hands.press('email:undo.submit');
    await expect(page.getByText(say('validation:password.REQUIRED'), { exact: true })).toBeVisible();
    await hands.fill(say('email:undo.password'), password);
    await hands.press('email:undo.submit');
    await hands.arrived('email:undone.title');
    await page.goto('/mypage');
    await expect(page).toHaveURL('/login?returnTo=%2Fmypage');
    await logIn(page, lang, member.email);
    await expect(page.getByText(member.email)).toBeVisible();
  });
});

test('X-012 R-094 R-095 V-116 E-083 E-084: the user ID is changed with the password; the former one and others are refused', async ({
  page,
  lang,
  say,
  become,
}) => {
  const member = await Member.create();
  await become(member);
  await page.goto('/mypage/user-id/edit');
  const id = `u${Date.now().toString(36)}`.slice(0, 12);
  const fill = async (userId: string, secret: string, button = 'userId:set.submit') => {
    await page.getByLabel(say('userId:edit.userId'), { exact: true }).fill(userId);
    await page.getByLabel(say('userId:edit.password'), { exact: true }).fill(secret);
    await press(page, lang, button);
  };
  await fill(id, 'not-the-1-password');
  await expect(page.getByText('パスワードが正しくありません。')).toBeVisible();
  await fill(id, 'journey9sesame');
  await expect(heading(page, say('userId:edited.title'))).toBeVisible();
  await page.goto('/mypage/user-id/edit');
  await fill(id, 'journey9sesame', 'userId:edit.submit');
  await expect(page.getByText('ユーザIDを変更してください。')).toBeVisible();
});
