import type { Page } from '@playwright/test';
import { sandbox } from './harness/addresses.ts';
import { expectAccessible, expectFits320 } from './support/axe.ts';
import { atConfirm, orderButton, turnTo } from './support/checkout.ts';
import type { Member } from './support/member.ts';
import { browserFor } from './support/pairs.ts';
import { advance, agreements, forgetNext, mailTo, next, now } from './support/sandbox.ts';
import { logIn } from './support/signup.ts';
import { importResults, untold } from './support/staff.ts';
import { expect, heading, test } from './support/test.ts';
import { type Locale, say as sayIn } from './support/words.ts';

const hours = 3_600_000;
const inTokyo = 9 * hours;

/**
 * The day in Tokyo, so many months after today's: the first of it, or the day itself if the month
 * has it, else its last.
 */
function ahead(today: Date, months: number, first = false): Date {
  const at = new Date(today.getTime() + inTokyo);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, first ? 1 : Math.min(at.getUTCDate(), last)) - inTokyo);
}

/** The day as the pages write it. */
const written = (day: Date, lang: Locale) =>
  lang === 'ja'
    ? day.toLocaleDateString('ja-JP', { timeZone: 'Asia/Tokyo' })
    : day.toLocaleDateString('en-US', { timeZone: 'Asia/Tokyo', year: 'numeric', month: 'short', day: 'numeric' });

/** The day as the pages write it of a charge within a year. */
const charged = (day: Date, lang: Locale) =>
  lang === 'ja'
    ? day.toLocaleDateString('ja-JP', { timeZone: 'Asia/Tokyo', month: 'long', day: 'numeric' })
    : day.toLocaleDateString('en-US', { timeZone: 'Asia/Tokyo', month: 'short', day: 'numeric' });

/** Moves the clock to noon of the day. */
const until = async (day: Date) =>
  advance(`${Math.ceil((day.getTime() + 12 * hours - (await now()).getTime()) / 60_000)}m`);

/** The page, for a member whose session is over by then. */
async function again(page: Page, path: string, lang: Locale, member: Member, title: string): Promise<void> {
  await page.goto(path);
  const login = page.getByLabel(sayIn(lang, 'login:identifier'), { exact: true });
  const arrived = heading(page, sayIn(lang, title));
  await expect(login.or(arrived)).toBeVisible();
  if (await login.isVisible()) await logIn(page, lang, member.email);
  await expect(arrived).toBeVisible();
}

/**
 * Orders the monthly plan with au simple and agrees on its page; the form and the confirm page name
 * one day of the next payment.
 */
async function join(page: Page, lang: Locale): Promise<{ contract: string; ordered: Date }> {
  const say = (key: string, values = {}) => sayIn(lang, key, values);
  const name = say('payment:types.SbpsAuSimple');
  const ordered = await now();
  const price = lang === 'ja' ? { every: '毎月', amount: '1,100円' } : { every: 'every month', amount: '¥1,100' };
  const from = (day: Date) =>
    page
      .getByRole('region', { name: say('purchase:summary.title'), exact: true })
      .getByText(say('purchase:summary.then', { date: written(day, lang), ...price }));
  await page.goto('/plans/standard');
  await expect(from(ahead(ordered, 1))).toBeVisible();
  await turnTo(page, lang, 'carrier');
  await page.getByRole('radio', { name: say('purchase:form.ordered', { name }) }).check();
  await expect(from(ahead(ordered, 1, true))).toBeVisible();
  await expect(from(ahead(ordered, 1))).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: say('purchase:form.toConfirm'), exact: true }).click();
  await atConfirm(page, lang);
  await expect(from(ahead(ordered, 1, true))).toBeVisible();
  await expectAccessible(page);
  await expectFits320(page);
  await orderButton(page).click();
  await page.waitForURL(`${sandbox}/sbps/link/*`);
  await page.getByTestId('carrier-approve').click();
  await expect(heading(page, say('purchase:complete.title'))).toBeVisible({ timeout: 30_000 }); // the notice may be at work on it
  await expect(page.locator('dl')).toContainText(written(ahead(ordered, 1, true), lang));
  await expectAccessible(page);
  await page.getByRole('link', { name: say('purchase:complete.toContract'), exact: true }).click();
  await expect(heading(page, say('subscription:title'))).toBeVisible();
  await expect(page.getByText(say('subscription:then.COLLECTED'))).toBeVisible();
  await expect(page.getByRole('main')).toContainText(charged(ahead(ordered, 1, true), lang));
  await expectAccessible(page);
  return { contract: new URL(page.url()).pathname, ordered };
}

/** The rows of the history that are paid. */
async function paid(page: Page, lang: Locale, member: Member, count: number): Promise<void> {
  await again(page, '/mypage/payment-history', lang, member, 'billing:title');
  const rows = page.locator('main tbody tr:visible, main ul.card > li:visible');
  await expect(rows).toHaveCount(count);
  for (const row of await rows.all()) {
    await expect(row).toContainText(/1,100/);
    await expect(row).toContainText(sayIn(lang, 'payment:types.SbpsAuSimple'));
  }
  await expectAccessible(page);
}

test.describe('au simple on a phone', () => {
  test.use(browserFor({ lang: 'ja', width: 375, by: 'pointer' }));

  test('F-204: joined with an order, charged by the carrier when the month turns, then refused and held', async ({
    page,
    lang,
    say,
    signedIn,
  }) => {
    const member = await signedIn();
    const { contract, ordered } = await join(page, lang);
    await paid(page, lang, member, 1);

    await until(ahead(ordered, 1));
    await importResults();
    await advance('1m');
    await mailTo(member.email, /更新/);
    await paid(page, lang, member, 2);
    await again(page, contract, lang, member, 'subscription:title');
    await expect(page.getByText(say('subscription:then.COLLECTED'))).toBeVisible();
    await expect(page.getByRole('main')).toContainText(charged(ahead(ordered, 2, true), lang));

    await next({ function: 'monthly', outcome: 'decline', times: (await agreements()).length });
    await until(ahead(ordered, 2));
    await importResults();
    await advance('1m');
    await mailTo(member.email, /お支払いを確認できませんでした/);
    await again(page, contract, lang, member, 'subscription:title');
    await expect(page.getByText(say('subscription:hold.text'))).toBeVisible();
    await expectAccessible(page);
    await expectFits320(page);
    await paid(page, lang, member, 2);
  });
});

test.describe('au simple on a desktop', () => {
  test.use(browserFor({ lang: 'en', width: 1280, by: 'pointer' }));

  test('F-204 M-24: a month without an answer of the carrier, even when asked, becomes a question and no charge, and the member cancels', async ({
    page,
    lang,
    say,
    signedIn,
  }) => {
    const open = await agreements();
    const member = await signedIn();
    const { contract, ordered } = await join(page, lang);
    const going = await agreements();
    const own = going.filter((agreement) => !open.includes(agreement));
    expect(own).toHaveLength(1);

    await next({ function: 'monthly', outcome: 'notice_lost', times: going.length });
    await next({ function: 'MG01-00101-402', outcome: 'http_500', times: 1000 });
    await until(ahead(ordered, 1));
    await importResults();
    await advance('96h'); // the store's days, and one
    const subscriptionId = contract.split('/').at(-1) ?? '';
    expect(untold()).toContain(subscriptionId);
    await paid(page, lang, member, 1);
    await again(page, contract, lang, member, 'subscription:title');
    await expect(page.getByText(say('plans:status.contract'), { exact: true })).toBeVisible();
    await expect(page.getByText(say('subscription:outlook.CHECKING'))).toBeVisible();
    await expectAccessible(page);
    await forgetNext();

    await page.getByRole('link', { name: say('subscription:toCancel'), exact: true }).click();
    await expect(heading(page, say('subscription:cancel.title'))).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: say('subscription:cancel.submit'), exact: true }).click();
    await expect(heading(page, say('subscription:cancelled.title'))).toBeVisible();
    await expectAccessible(page);
    await mailTo(member.email, /plan is cancelled/);
    await until(ahead(ordered, 2));
    await importResults();
    await advance('1m');
    expect(await agreements(), 'agreements that go on').not.toContain(own[0]);
    await again(page, '/mypage/payment-history', lang, member, 'billing:title');
    // Late in a month, the carrier has taken the next one by then: that is shown as given back.
    const rows = page.locator('main tbody tr:visible');
    await expect(rows.filter({ hasText: say('billing:kinds.PAID') })).toHaveCount(1);
    await expect(rows.filter({ hasText: say('billing:kinds.PAID') })).toContainText(written(ordered, lang));
  });
});
