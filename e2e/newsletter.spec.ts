import { expectAccessible, expectFits320 } from './support/axe.ts';
import { Member } from './support/member.ts';
import { walked } from './support/pairs.ts';
import { mailTo } from './support/sandbox.ts';
import { sendNewsletter } from './support/staff.ts';
import { expect, heading, test } from './support/test.ts';
import type { Locale } from './support/words.ts';

const option = 'offers';
const names = { ja: 'キャンペーンのお知らせ', en: 'Offers' };

/** A member who agrees to a newsletter, and the link in the one that was then sent. */
async function subscriber(locale: Locale): Promise<{ member: Member; link: string }> {
  const member = await Member.create({ locale });
  const { consentOptions } = await member.visitor.must('GET', '/mypage/consent/screen-data?type=newsletter');
  const options = consentOptions as { consentOptionId: string; key: string }[];
  const key = options.find(({ consentOptionId }) => consentOptionId === option)?.key;
  await member.visitor.must('POST', '/zapi/account/consent', { consentOptionId: option, key, value: true });
  sendNewsletter(option, { ja: '夏のご案内', en: 'Summer offers' });
  const mail = await mailTo(member.email, { ja: /夏のご案内/, en: /Summer offers/ }[locale]);
  return { member, link: /\/newsletter\/stop\?token=[\w-]+/.exec(mail.text)?.[0] ?? '' };
}

walked('stop a newsletter', () => {
  test('a newsletter is stopped by its link without a login, and turned on again in My Page', async ({
    page,
    hands,
    lang,
    say,
    become,
  }) => {
    const { member, link } = await subscriber(lang);
    await page.goto(link);
    await hands.arrived('consent:stop.open.title');
    await expect(page.getByRole('main')).toContainText(names[lang]);
    for (const own of [member.email, member.nickname]) await expect(page.locator('body')).not.toContainText(own);
    await expectAccessible(page);
    await expectFits320(page);
    await hands.press('consent:stop.submit');
    await hands.arrived('consent:stop.stopped.title');
    expect(page.url()).toContain('/newsletter/stop?token=');
    await expect(page.getByRole('main')).toContainText(names[lang]);
    await expectAccessible(page);
    await expectFits320(page);
    await page.reload();
    await hands.arrived('consent:stop.stopped.title');
    await hands.follow(say('consent:stop.toSettings'));
    await expect(page).toHaveURL(/\/login\?returnTo=%2Fmypage%2Fconsent%3Ftype%3Dnewsletter$/); // the link has logged no member in

    await become(member);
    await page.goto('/mypage/consent?type=newsletter');
    await hands.ready();
    const own = page.getByRole('switch', { name: names[lang], exact: true });
    await expect(own).not.toBeChecked();
    await hands.flip(own);
    await expect(own).toBeChecked();
    await page.goto(link);
    await hands.arrived('consent:stop.open.title');
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('looking stops nothing, the button does, and a broken link says so', async ({ page, say, become }) => {
    const { member, link } = await subscriber('ja');
    await page.goto(link);
    await page.reload();
    await page.getByRole('button', { name: say('consent:stop.submit'), exact: true }).click();
    await expect(heading(page, say('consent:stop.stopped.title'))).toBeVisible();
    await expect(page.getByText(say('consent:stop.again'))).toBeVisible();
    await become(member);
    await page.goto('/mypage/consent?type=newsletter');
    await expect(page.getByRole('switch', { name: names.ja, exact: true })).not.toBeChecked();
    const broken = await page.goto(link.slice(0, -3));
    expect(broken?.status()).toBe(404);
    await expect(heading(page, say('consent:stop.broken.title'))).toBeVisible();
  });
});
