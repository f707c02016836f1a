import type { Page } from '@playwright/test';
import { expectAccessible, expectFits320 } from './support/axe.ts';
import { cards, Member } from './support/member.ts';
import { browserFor } from './support/pairs.ts';
import { advance, mailTo, now, pastTen, settled } from './support/sandbox.ts';
import { logIn } from './support/signup.ts';
import { refund } from './support/staff.ts';
import { expect, heading, hydrated, test } from './support/test.ts';

/** The page that a mail's text leads to, at the path. */
const linkIn = (text: string, path: RegExp) => path.exec(text)?.[0] ?? 'no such link';

/** The day so many days after today, as the pages write it in Japanese. */
const dayIn = (now: Date, days: number) =>
  new Date(now.getTime() + days * 86_400_000).toLocaleDateString('ja-JP', { timeZone: 'Asia/Tokyo' });

test.describe('a contract that was not paid', () => {
  test.use(browserFor({ lang: 'ja', width: 375, by: 'pointer' }));

  test('L-066 S-071 S-082 S-083 R-067 R-068 R-069: held, told by mail, refused once more, paid with another card, and begun anew', async ({
    page,
    lang,
    say,
  }) => {
    const button = (key: string) => page.getByRole('button', { name: say(key), exact: true });
    const member = await Member.create({ locale: lang });
    await member.registerCard(cards.good);
    await member.buy('weekly', await member.registerCard(cards.failsAtRenewal));
    const methods = await member.paymentMethods();
    expect(await settled(methods)).toEqual([330]);
    await advance('192h'); // into the second week: refused, and tried again on the three days that follow
    for (let day = 0; day < 3; day++) await advance('24h');

    const mail = await mailTo(member.email, /お支払いを確認できませんでした/);
    await page.goto(linkIn(mail.text, /\/mypage\/subscription\/[\w-]+\/payment-method/)); // U-4
    await logIn(page, lang, member.email);
    await expect(heading(page, say('subscription:method.title'))).toBeVisible();
    await expect(page.getByRole('region', { name: say('payment:add.title') })).toBeVisible();
    await expectAccessible(page);
    await expectFits320(page);
    await page.goto('/mypage/plans');
    const contract = page.getByRole('article', { name: 'ウィークリーパス' }).first();
    await expect(contract).toContainText(say('plans:status.hold'));
    await contract.getByRole('link').click();
    await expect(page.getByText(say('subscription:hold.text'))).toBeVisible();
    await expectAccessible(page);
    await expectFits320(page);

    await button('subscription:retry.button').click();
    await expectAccessible(page);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('subscription:retry.submit'), exact: true })
      .click();
    await expect(page.getByRole('alert').filter({ hasText: 'お支払いは行われていません' })).toContainText(
      'カード会社でお支払いが承認されませんでした',
    );
    await expect(button('subscription:retry.button')).toBeVisible();
    await page.reload();
    await expect(page.getByText(say('subscription:hold.text')), 'it is still held').toBeVisible();

    await page.getByRole('link', { name: say('subscription:method.change'), exact: true }).click();
    await expect(heading(page, say('subscription:method.title'))).toBeVisible();
    await expect(page.getByText(say('subscription:method.charged'))).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('radio', { name: /Visa.*1111/ }).check();
    await button('subscription:method.pay').click();
    await expect(heading(page, say('subscription:method.changed'))).toBeVisible();
    await expect(page.getByText(say('subscription:method.paidText'))).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: say('subscription:kept.toContract'), exact: true }).click();
    await expect(heading(page, say('subscription:title'))).toBeVisible();
    await expect(page.getByText(say('plans:status.contract'), { exact: true })).toBeVisible();
    const [, month, day] = dayIn(await now(), 7).split('/');
    await expect(page.getByText(`${month}月${day}日に330円`)).toBeVisible();
    await mailTo(member.email, /ご契約再開のお知らせ/);
    await page.goto('/mypage/payment-history');
    await expect(
      page.getByRole('navigation', { name: say('common:nav.account') }).locator('[aria-current]:visible'),
      'the tab of the page in sight',
    ).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    expect(await settled(methods)).toEqual([330, 330]);
  });
});

test.describe('a trial', () => {
  test.use(browserFor({ lang: 'en', width: 1280, by: 'pointer' }));

  test('R-074 L-075 L-076 L-077 S-088 X-015 X-016: reminder, payment, receipt, history, invoice on one sheet of paper, refund and its return invoice, and the record of the refund', async ({
    page,
    lang,
    say,
  }) => {
    const link = (name: RegExp | string) => page.getByRole('table').getByRole('link', { name });
    const member = await Member.create({ locale: lang });
    await member.buy('light', await member.registerCard(cards.good));
    const methods = await member.paymentMethods();
    await advance('264h');
    await pastTen();
    const reminder = await mailTo(member.email, /Your free trial ends soon/);
    expect(reminder.text).toContain('¥980');
    expect(await settled(methods)).toEqual([]);
    await advance('96h');
    const receipt = await mailTo(member.email, /was renewed/);
    expect(receipt.text).toContain('¥980');

    await page.goto(linkIn(reminder.text, /\/mypage\/subscription\/[\w-]+/));
    await logIn(page, lang, member.email);
    await expect(heading(page, say('subscription:title'))).toBeVisible();
    await expect(page.getByRole('link', { name: say('subscription:toEvidence'), exact: true })).toBeVisible();
    expect(await settled(methods)).toEqual([980]);

    await page.goto('/mypage/payment-history');
    await expect(heading(page, say('billing:title'))).toBeVisible();
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(1)).toContainText(/Paid.*¥980.*¥891 without tax.*¥89 tax/);
    await expect(rows.nth(2)).toContainText(/Free.*¥0/);
    await expectAccessible(page);
    await expectFits320(page);

    const invoice = await addressed(page, () => link(/^Invoice/).click(), 'Lighthouse Ltd.', '御中');
    const sheet = invoice.locator('.sheet');
    await expect(sheet).toContainText('Lighthouse Ltd. 御中');
    await expect(sheet).toContainText(/Registration number: T\d{13}/);
    await expect(sheet.getByRole('row', { name: /^At 10%/ })).toHaveText('At 10%¥891¥89¥980');
    await expectAccessible(invoice);
    await expectOneSheet(invoice);
    const number = /S-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec((await sheet.textContent()) ?? '')?.[0];
    const earningsId = new URL(invoice.url()).pathname.split('/').at(-1) ?? '';

    await refund(earningsId, 300);
    await advance('1m');
    await page.reload();
    await expect(rows).toHaveCount(4);
    await expect(rows.nth(1)).toContainText(/Refunded.*−¥300/);
    const back = await addressed(page, () => link(/^Return invoice/).click(), 'Hanako Todai', '様');
    await expect(back.locator('.sheet')).toContainText('Hanako Todai 様');
    await expect(back.locator('.sheet')).toContainText(`${number}`);
    await expect(back.locator('.sheet').getByRole('row', { name: /^At 10%/ })).toHaveText('At 10%¥273¥27¥300');
    await expectAccessible(back);
    await expectOneSheet(back);

    await page.goto('/mypage');
    await page.getByRole('link', { name: say('mypage:menu.access'), exact: true }).click();
    await expect(heading(page, say('access:title'))).toBeVisible();
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText(/Action on a payment.*Store staff.*None/);
    const mail = link(/^Ask about “Action on a payment”/);
    await expect(mail).toHaveAttribute('href', /^mailto:help@todaiza\.example\?/);
    await expectAccessible(page);
    await expectFits320(page);
  });
});

/** Opens an invoice in its tab and answers its dialog. */
async function addressed(page: Page, open: () => Promise<void>, name: string, honorific: string): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await open();
  const tab = await opened;
  await hydrated(tab);
  const dialog = tab.getByRole('dialog');
  await expectAccessible(tab);
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('radio', { name: honorific, exact: true }).check();
  await dialog.locator('button[type=submit]').click();
  await expect(dialog).toBeHidden();
  return tab;
}

/** Printed it is one page of A4, with nothing on it but the sheet. */
async function expectOneSheet(page: Page): Promise<void> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g), 'pages').toHaveLength(1);
  const [width, height] = (/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []).slice(1).map(Number);
  expect([Math.round(width ?? 0), Math.round(height ?? 0)], 'A4 in points').toEqual([595, 842]);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.locator('.sheet')).toBeVisible();
  await page.emulateMedia({ media: null });
}
