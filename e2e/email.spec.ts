import { codeField, codeIn, mailedLink, press } from './support/identity.ts';
import { freshEmail, password } from './support/member.ts';
import { walked } from './support/pairs.ts';
import { logIn } from './support/signup.ts';
import { expect, heading, test } from './support/test.ts';

walked('change the address', () => {
  test('X-008 X-053 S-092 R-084 R-085 R-086 L-091 L-092 L-093: the address is changed by a code sent to the new one, and the former one can take it back', async ({
    page,
    hands,
    lang,
    say,
    signedIn,
  }) => {
    const member = await signedIn();
    const fresh = freshEmail('moved');
    await page.goto('/mypage/email/edit');
    await hands.arrived('email:edit.title');
    const current = page.getByLabel(say('email:edit.current'), { exact: true });
    await expect(current).toHaveValue(member.email);
    await expect(current).not.toBeEditable();
    await hands.fill(say('email:edit.new'), fresh);
    await hands.press('email:edit.submit');
    await expect(page).toHaveURL('/mypage/email/edit/pin-code');
    await hands.ready();
    await hands.code(page.getByLabel(codeField('proof', lang), { exact: true }), await codeIn('proof', lang, fresh));
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

test('X-012 R-094 R-095: the user ID is set with the password', async ({ page, lang, say, signedIn }) => {
  await signedIn();
  await page.goto('/mypage/user-id/edit');
  await page.getByLabel(say('userId:edit.userId'), { exact: true }).fill(`u${Date.now().toString(36)}`.slice(0, 12));
  await page.getByLabel(say('userId:edit.password'), { exact: true }).fill(password);
  await press(page, lang, 'userId:set.submit');
  await expect(heading(page, say('userId:edited.title'))).toBeVisible();
});
