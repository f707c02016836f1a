import { codeField, codeIn, codeNamed } from './support/identity.ts';
import { Member } from './support/member.ts';
import { walked } from './support/pairs.ts';
import { expect, test } from './support/test.ts';

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
    await hands.code(
      page.getByLabel(codeField('login', lang), { exact: true }),
      await codeIn('login', lang, member.email),
    );
    await hands.arrived('mypage:title');
  });
});
