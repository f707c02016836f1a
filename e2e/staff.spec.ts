import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible, expectFits320 } from './support/axe.ts';
import { enrol, openAct } from './support/desk.ts';
import { freshPhone, person } from './support/member.ts';
import { expect, heading, hydrated, test } from './support/test.ts';
import { Visitor } from './support/visitor.ts';
import type { Watch } from './support/watch.ts';

// The pages of the staff. What each call does is tested in Go; here it is that the pages make them:
// a cookie that scripts cannot read, keys, what is loaded anew after an action, and the keyboard.

const kana = () => [...Array(6)].map(() => String.fromCharCode(0x30a2 + 2 * randomInt(5))).join('');

/**
 * Whatever is pressed on a member's page at the desk, and whatever it would send, nothing is sent.
 * Playwright waits for what a form has begun, though the browser refuses it: another page has to be
 * opened then.
 */
async function expectInert(page: Page, watch: Watch): Promise<void> {
  watch.allow(/violates the (document's|following) Content Security Policy/);
  const [address, sent] = [page.url(), [] as string[]];
  const note = (request: { url(): string }) => void sent.push(request.url());
  page.on('request', note);
  const pressed = await page.evaluate(async () => {
    const buttons = document.querySelectorAll<HTMLElement>('button, summary, [role=switch], main a:not([href])');
    for (const one of buttons) one.click();
    for (const form of document.forms) form.submit();
    const form = document.body.appendChild(document.createElement('form'));
    form.action = '/staff/session';
    form.submit();
    await fetch('/graphql', { method: 'POST' }).catch(() => null);
    await new Promise((done) => setTimeout(done, 500));
    return buttons.length;
  });
  page.off('request', note);
  expect(pressed).toBeGreaterThan(3);
  expect([page.url(), sent]).toEqual([address, []]);
}

test('somebody is invited, finds a member, checks, opens and writes, and logs out', async ({
  page,
  say,
  signedIn,
  watch,
}) => {
  const member = await signedIn();
  const [familyNameKana, phoneNumber] = [`ヤ${kana()}`, freshPhone()];
  const formData = { ...person, familyNameKana, givenNameKana: 'タロウ', phoneNumber };
  await member.visitor.must('POST', '/zapi/account/edit/confirm', { inputtedData: { formData } });
  await member.visitor.must('POST', '/zapi/account/edit', {});
  const press = (key: string) => page.getByRole('button', { name: say(key), exact: true }).click();

  await enrol(page, say, 'supportLead');
  await expectAccessible(page);
  await expect(heading(page, say('desk:find.title'))).toBeVisible();
  const box = page.getByRole('searchbox');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await expect(box).toBeFocused();
  const hit = page.getByRole('row').filter({ has: page.getByRole('link') });
  await expect(async () => {
    await box.fill(familyNameKana);
    await box.press('Enter');
    await expect(hit).toHaveCount(1, { timeout: 2000 });
  }).toPass(); // a new database makes its index first
  await expect(hit).not.toContainText(familyNameKana);
  expect(page.url()).not.toContain('?');
  await expectAccessible(page);
  await box.fill(phoneNumber.replace(/^(...)(....)/, '$1-$2-'));
  await box.press('Enter');
  await expect(hit).toContainText(phoneNumber.slice(-4));
  await hit.getByRole('link').click();
  await expect(page).toHaveURL(`/staff/members/${member.accountId}`);
  await hydrated(page);
  await expectFits320(page);

  const open = (name: string) => openAct(page, name);
  const check = await open('checkMember');
  await check.getByLabel(say('desk:claims.nameKana')).fill(`${familyNameKana} タロウ`);
  await check.getByLabel(say('desk:claims.birthday')).fill(person.birthday);
  await check.getByLabel(say('desk:claims.phoneLast4')).fill(phoneNumber.slice(-4));
  await check.getByRole('textbox', { name: say('desk:reason.words'), exact: true }).fill('電話でのお問い合わせ');
  await check.getByLabel(say('desk:reason.ticket')).fill('Q-1');
  await check.getByRole('button', { name: say('desk:acts.checkMember.button') }).click();
  await expect(check.getByRole('listitem')).toHaveCount(3);
  await expect(check.getByText(say('desk:acts.checkMember.right'), { exact: true })).toHaveCount(3);
  await expectAccessible(page);

  await expect(page.getByText(phoneNumber.replace(/^(...)(....)/, '$1-$2-'))).toHaveCount(0);
  const reveal = await open('revealMember'); // with the reason of the check
  await reveal.getByRole('button', { name: say('desk:acts.revealMember.button'), exact: true }).click();
  await expect(reveal.getByRole('group', { name: say('desk:acts.revealMember.fields') })).toContainText(
    say('desk:errors.fields.TOO_FEW_CHOICES'),
  );
  await reveal.getByLabel(say('desk:fields.PHONE')).check();
  await reveal.getByRole('button', { name: say('desk:acts.revealMember.button'), exact: true }).click();
  await expect(page.getByText(phoneNumber.replace(/^(...)(....)/, '$1-$2-'))).toBeVisible();
  await expect(reveal.getByRole('alert').filter({ hasText: say('desk:acts.revealMember.done') })).toBeFocused();

  const note = await open('addNote');
  await note.getByRole('textbox', { name: say('desk:acts.addNote.text'), exact: true }).fill('折り返し電話する');
  await note.getByRole('button', { name: say('desk:acts.addNote.button') }).click();
  const part = (key: string) => page.getByRole('region', { name: say(key), exact: true });
  await expect(part('desk:notes.title').getByRole('listitem')).toContainText('折り返し電話する');
  await expect(note.getByRole('textbox', { name: say('desk:acts.addNote.text'), exact: true })).toHaveValue('');
  const happened = part('desk:timeline.title');
  await happened.getByRole('link', { name: say('desk:timeline.kinds.NOTE'), exact: true }).press('Enter');
  await expect(page).toHaveURL(/\?kind=NOTE#timeline$/);
  await expect(happened.getByRole('listitem')).toHaveCount(1);
  await expect(happened.getByRole('listitem')).toContainText('折り返し電話する');
  await expectAccessible(page);

  const link = page.getByRole('link', { name: say('desk:asMember.link'), exact: true });
  await expect(link).toHaveCount(0); // before it is said why
  const seen = `/staff/as/${member.accountId}`;
  await page.goto(`${seen}/plans`);
  await expect(page).toHaveURL(`/staff/members/${member.accountId}`);
  await hydrated(page);
  const view = await open('viewMember');
  await view.getByRole('textbox', { name: say('desk:reason.words'), exact: true }).fill('画面のご案内のため');
  await view.getByRole('button', { name: say('desk:acts.viewMember.button'), exact: true }).press('Enter');
  await link.press('Enter');
  await expect(page).toHaveURL(seen);
  await expect(page.getByText(say('desk:asMember.told'))).toBeVisible();
  await expect(heading(page, say('mypage:title'))).toBeVisible();
  await expectAccessible(page);
  await expectFits320(page);
  const menu = page.getByRole('navigation', { name: say('common:nav.account') });
  await menu.getByRole('link', { name: say('common:nav.paymentMethod') }).click();
  await expect(page).toHaveURL(`${seen}/payment-method`);
  await expectAccessible(page, { seen: true });
  await expectInert(page, watch);
  await page.goto(`/staff/members/${member.accountId}`);
  await hydrated(page);

  await press('desk:logout');
  await expect(heading(page, say('staff:login.title'))).toBeVisible();
  await page.goto(`/staff/members/${member.accountId}`);
  await expect(page).toHaveURL(`/staff/login?returnTo=${encodeURIComponent(`/staff/members/${member.accountId}`)}`);
});

test('a refund above the limit waits for a second person, and the member reads of it', async ({
  page,
  say,
  signedIn,
  become,
}) => {
  const member = await signedIn();
  await member.buy('annual', await member.registerCard());
  const [mine, ticket] = [`/staff/members/${member.accountId}`, `Q-${randomInt(1_000_000)}`];
  await enrol(page, say, 'billing');
  await page.goto(mine);
  await hydrated(page);
  const refund = await openAct(page, 'refund');
  await refund.getByLabel(say('desk:acts.refund.charge')).selectOption({ index: 1 });
  await refund.getByRole('textbox', { name: say('desk:reason.words'), exact: true }).fill('二重に申し込まれたため');
  await refund.getByLabel(say('desk:reason.ticket')).fill(ticket);
  await refund.getByRole('button', { name: say('desk:acts.refund.button'), exact: true }).press('Enter');
  await expect(refund.getByText(say('desk:proposals.proposed'))).toBeVisible();
  const link = page.getByRole('link', { name: say('desk:proposals.title'), exact: true });
  const card = page.getByRole('region').or(page.locator('section')).filter({ hasText: ticket }).first();
  await link.press('Enter');
  await expect(card.getByRole('button', { name: say('desk:proposals.ways.withdraw') })).toBeVisible();
  await expect(card.getByLabel(say('desk:proposals.ways.approve'))).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: say('desk:logout'), exact: true }).press('Enter');
  await expect(heading(page, say('staff:login.title'))).toBeVisible();

  await enrol(page, say, 'billing');
  await page.goto('/staff/proposals');
  await hydrated(page);
  await expect(card).toContainText('9,800');
  await expectFits320(page);
  await card.getByLabel(say('desk:proposals.ways.approve')).check();
  await card.getByRole('textbox', { name: say('desk:reason.words'), exact: true }).fill('確認しました');
  await card.getByRole('button', { name: say('desk:proposals.button'), exact: true }).press('Enter');
  await expect(card).toHaveCount(0);

  await become(member);
  await page.goto('/mypage/access');
  await expect(page.getByText(say('access:kinds.MONEY_DECIDED')).first()).toBeVisible();
  await expect(page.getByText(say('access:kinds.PAYMENTS_OPENED')).first()).toBeVisible();
  await expect(page.getByText(ticket).first()).toBeVisible();
  await expect(page.getByText('二重に')).toHaveCount(0);
});

test('outside of the networks of the staff there is nothing, and without a session there is the login', async () => {
  const outside = new Visitor('ja', 'Kaiin journeys', '203.0.113.7');
  const [hidden, unknown] = [await outside.get('/staff/login'), await outside.get('/nobod/login')];
  const bare = ({ text }: typeof hidden) =>
    [...text.matchAll(/nonce="([^"]+)"/g)]
      .reduce((rest, [, nonce]) => rest.replaceAll(nonce ?? '', ''), text)
      .replaceAll('nobod', 'staff');
  expect([hidden.status, unknown.status]).toEqual([404, 404]);
  expect(bare(hidden) === bare(unknown), 'the page is that of an unknown address').toBe(true);
  const inside = await new Visitor().get('/staff');
  expect([inside.status, inside.headers.get('location')]).toEqual([302, '/staff/login?returnTo=%2Fstaff']);
});
