import { codeField, codeIn, codeNamed } from './support/identity.ts';
import { visitorAt } from './support/member.ts';
import { walked } from './support/pairs.ts';
import { mailTo } from './support/sandbox.ts';
import { logIn } from './support/signup.ts';
import { expect, test } from './support/test.ts';

walked('leave', () => {
  test('X-005 X-053 S-114 S-116 R-104 R-105 R-106 L-132 L-133 P-015: form, code, complete; then the member cannot log in, and joining again works', async ({
    page,
    hands,
    lang,
    say,
    signedIn,
  }) => {
    const member = await signedIn();
    const elsewhere = await member.elsewhere();
    await page.goto('/withdraw');
    await hands.arrived('withdraw:title');
    await hands.choose(page.getByRole('radio').first());
    await hands.tick(say('withdraw:consent'));
    await hands.press('withdraw:submit', { code: codeNamed('withdraw', lang) });
    await expect(page).toHaveURL('/withdraw/pin-code');
    await hands.ready();
    await expect(page.getByRole('button', { name: say('common:code.resend'), exact: true })).toBeDisabled();
    await hands.fill(codeField('withdraw', lang), await codeIn('withdraw', lang, member.email));
    await hands.press('withdraw:pinCode.submit');
    await hands.arrived('withdraw:complete.title');
    await expect(page).toHaveURL('/withdraw/complete');
    await mailTo(member.email, lang === 'ja' ? /退会のお手続きが完了/ : /account is closed/);
    expect((await elsewhere.get('/mypage/screen-data')).body.redirectTo).toContain('/login');

    await page.goto('/mypage');
    await logIn(page, lang, member.email);
    await expect(
      page.getByText(
        lang === 'ja' ? 'このアカウントではログインできません。' : 'This account cannot be used to log in.',
      ),
    ).toBeVisible();
    await visitorAt('complete', lang, '', member.email);
  });
});
