import { expectAccessible, expectFits320 } from './support/axe.ts';
import { enrol, openAct } from './support/desk.ts';
import { freshPhone, guarded, person } from './support/member.ts';
import { advance, mailTo, now } from './support/sandbox.ts';
import { logIn } from './support/signup.ts';
import { expect, heading, hydrated, test } from './support/test.ts';
import { totp } from './support/totp.ts';

// In English, and by the keyboard. It needs a browser for what lies between the calls: a session
// that is no longer fresh leads to a page that confirms it and back, and a mailed link to the page
// of the member. What each call does is tested in Go.

test.use({ locale: 'en-US' });

test('two people have second factors taken off, which happens after 72 hours, as the member was told', async ({
  page,
  lang,
  say,
}) => {
  const member = await guarded(lang);
  const phoneNumber = freshPhone();
  const formData = { ...person, familyNameKana: 'カイイン', givenNameKana: 'タロウ', phoneNumber };
  await member.visitor.must('POST', '/zapi/account/edit/confirm', { inputtedData: { formData } });
  await member.visitor.must('POST', '/zapi/account/edit', {});
  const [mine, ticket] = [`/staff/members/${member.accountId}`, 'Q-72'];
  const logOut = () => page.getByRole('button', { name: say('desk:logout'), exact: true }).press('Enter');

  await enrol(page, say, 'supportLead');
  await page.goto(mine);
  await hydrated(page);
  const check = await openAct(page, 'checkMember');
  await check.getByLabel(say('desk:claims.nameKana')).fill('カイイン タロウ');
  await check.getByLabel(say('desk:claims.birthday')).fill(person.birthday);
  await check.getByLabel(say('desk:claims.phoneLast4')).fill(phoneNumber.slice(-4));
  await check.getByRole('textbox', { name: say('desk:reason.words'), exact: true }).fill('lost the phone');
  await check.getByLabel(say('desk:reason.ticket')).fill(ticket);
  await check.getByRole('button', { name: say('desk:acts.checkMember.button'), exact: true }).press('Enter');
  await expect(check.getByText(say('desk:acts.checkMember.right'), { exact: true })).toHaveCount(3);
  const reset = await openAct(page, 'resetFactors'); // with the reason and the ticket of the check
  for (const factor of ['OTP', 'Email']) await reset.getByLabel(say(`desk:factors.${factor}`)).press('Space');
  await reset.getByRole('textbox', { name: say('desk:reason.words'), exact: true }).fill('the phone is lost');
  await reset.getByRole('button', { name: say('desk:acts.resetFactors.button'), exact: true }).press('Enter');
  await expect(reset.getByText(say('desk:proposals.proposed'))).toBeVisible();
  await logOut();
  await expect(heading(page, say('staff:login.title'))).toBeVisible();

  const second = await enrol(page, say, 'supportLead');
  await advance('16m');
  await page.goto('/staff/proposals');
  await hydrated(page);
  await page.getByRole('link', { name: say('desk:confirmFirst.link'), exact: true }).press('Enter');
  await expect(heading(page, say('staff:confirm.title'))).toBeVisible();
  await hydrated(page);
  await expectAccessible(page);
  await expectFits320(page);
  await page.getByLabel(say('staff:password'), { exact: true }).fill(second.secret);
  await page.getByLabel(say('staff:code'), { exact: true }).fill(totp(second.key, await now()));
  await page.getByRole('button', { name: say('staff:confirm.button'), exact: true }).press('Enter');
  await expect(heading(page, say('desk:proposals.title'))).toBeVisible();
  const card = page.getByRole('region').or(page.locator('section')).filter({ hasText: ticket }).first();
  await card.getByLabel(say('desk:proposals.ways.approve')).press('Space');
  await card.getByRole('textbox', { name: say('desk:reason.words'), exact: true }).fill('I have checked it');
  await card.getByRole('button', { name: say('desk:proposals.button'), exact: true }).press('Enter');
  await expect(card).toHaveCount(0);
  await logOut();

  const mail = await mailTo(member.email, /multi-factor authentication is about to be turned off/);
  await page.goto(/\/account-change\?token=\S+/.exec(mail.text)?.[0] ?? 'no such link');
  await expect(heading(page, say('email:held.title.factors'))).toBeVisible();
  await expect(page.getByRole('button', { name: say('email:held.stop'), exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectFits320(page);

  await advance('72h');
  await expect(async () => {
    await page.goto('/login');
    await logIn(page, lang, member.email);
    await expect(heading(page, say('mypage:title'))).toBeVisible({ timeout: 5000 }); // without a second step
  }).toPass();
  await page.goto('/mypage/access');
  await expect(page.getByText(say('access:kinds.CHANGE_STARTED')).first()).toBeVisible();
  await expect(page.getByText(ticket).first()).toBeVisible();
});
