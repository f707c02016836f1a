import { Member, password } from './support/member.ts';
import { handToChild, onTelevision } from './support/television.ts';
import { expect, heading, hydrated, test } from './support/test.ts';

// A profile for a child: the TV app switches to it, and My Page and ordering are closed until
// somebody with the PIN switches back.

test('P-016 R-115 E-100 A-198: a child sees which profile to switch to, cannot guess the PIN, and the right one opens My Page again', async ({
  page,
  become,
  say,
}) => {
  const member = await Member.create();
  const { visitor } = member;
  const child = await handToChild(visitor, '0420', '健');
  for (const path of ['/mypage', '/mypage/payment-method', '/plans/standard', '/withdraw', '/device']) {
    const { status, text } = await visitor.get(path);
    expect(status, path).toBe(403);
    expect(text).toContain(say('errors:pages.profile-forbidden.header'));
    expect(text).toContain(`プロフィール「${member.nickname}」に切り替えて`);
  }
  expect((await visitor.get('/plans')).status, 'what visitors see').toBe(200);
  const refused = await visitor.post('/zapi/purchase/form/standard', { planId: 'standard' });
  expect([refused.status, refused.body.code]).toEqual([403, 'PROFILE_FORBIDDEN']);

  for (const pinCode of ['1000', '1001', '1002', '1003', '1004'])
    expect((await onTelevision(visitor, 'SwitchProfile', { pinCode })).codes).toEqual(['PROFILE_PIN_WRONG']);
  expect((await onTelevision(visitor, 'SwitchProfile', { pinCode: '0420' })).codes).toEqual(['TOO_MANY_REQUESTS']);
  await become(member);
  expect((await page.goto('/mypage'))?.status()).toBe(403);
  await expect(heading(page, say('errors:pages.profile-forbidden.header'))).toBeVisible();
  await hydrated(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: say('errors:otherProfile.logout') })
    .click();
  await page.getByRole('button', { name: say('login:logout.submit'), exact: true }).click();
  await expect(heading(page, say('login:logout.doneTitle'))).toBeVisible();
  await page.goto('/login');
  await page.getByLabel(say('login:identifier'), { exact: true }).fill(member.email);
  await page.getByLabel(say('login:password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: say('login:submit') }).click();
  await expect(heading(page, say('mypage:title'))).toBeVisible();
  expect((await onTelevision(visitor, 'SwitchProfile', { profileId: child })).codes).toEqual(['UNAUTHENTICATED']);
});
