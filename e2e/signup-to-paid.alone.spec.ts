import type { Page } from '@playwright/test';
import { orderButton, placeOrder, toConfirmWithNewCard } from './support/checkout.ts';
import { cards, freshEmail, paymentMethodsIn } from './support/member.ts';
import { advance, mailTo, now, settled } from './support/sandbox.ts';
import { logIn, signUp } from './support/signup.ts';
import { expect, heading, test } from './support/test.ts';
import type { Locale } from './support/words.ts';

// The product's main job, once in each language and on each kind of screen.
const browsers = [
  { name: 'Japanese, desktop', use: { locale: 'ja-JP', viewport: { width: 1280, height: 800 } } },
  {
    name: 'English, phone',
    use: { locale: 'en-US', viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
  },
] as const;

for (const { name, use } of browsers) {
  test.describe(name, () => {
    test.use(use);

    test('X-001 X-005 X-053 S-023 S-024 S-052 X-059: a visitor signs up, subscribes with a card, and is charged once more a month later', async ({
      page,
      lang,
      say,
    }) => {
      const email = freshEmail('journey');
      await signUp(page, lang, email);
      await mailTo(email, lang === 'ja' ? /登録/ : /./);

      await page.getByRole('link', { name: say('signup:complete.toPlans'), exact: true }).click();
      await expect(heading(page, say('plans:signup.title'))).toBeVisible();
      const standard = lang === 'ja' ? '見放題スタンダード' : 'Unlimited Standard';
      await page.getByRole('link', { name: `: ${standard}` }).click();
      await expect(heading(page, say('purchase:form.title'))).toBeVisible();

      await toConfirmWithNewCard(page, lang, 'standard?signup=1', cards.good);
      await expect(page).toHaveURL(/\/signup\/plans\/standard\/confirm$/);
      const methods = await paymentMethodsIn(page);
      expect(await settled(methods), 'nothing is charged before the order').toEqual([]);
      await expect(orderButton(page)).toContainText(/1,100/);
      await placeOrder(page);
      await expect(heading(page, say('purchase:complete.title'))).toBeVisible();
      await expect(page).toHaveURL(/\/signup\/plans\/standard\/complete$/);
      expect(await settled(methods)).toEqual([1100]);

      await page
        .getByRole('main')
        .getByRole('link', { name: say('purchase:complete.toContract'), exact: true })
        .click();
      await expect(heading(page, say('subscription:title'))).toBeVisible();
      await expect(page.getByRole('main')).toContainText(say('plans:status.contract'));
      const contract = new URL(page.url()).pathname;
      const firstDay = await nextDay(page, lang);

      await page.goto('/mypage/plans');
      const card = page
        .getByRole('article', { name: lang === 'ja' ? '見放題スタンダード' : 'Unlimited Standard' })
        .first();
      await expect(card).toContainText(say('plans:status.contract'));
      await expect(card).toContainText('1111');

      await advance(`${32 * 24}h`);
      expect(await settled(methods), 'one charge for each of two terms').toEqual([1100, 1100]);
      await advance('1h');
      expect(await settled(methods), 'and none more').toEqual([1100, 1100]);

      // A month is longer than a session lasts.
      await page.goto(contract);
      await logIn(page, lang, email);
      await expect(page.getByRole('main')).toContainText(say('plans:status.contract'));
      expect(await nextDay(page, lang)).toEqual(aMonthAfter(firstDay, await now()));
    });
  });
}

type Day = { month: number; day: number };
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The day of the next payment, which the contract's page begins with. */
async function nextDay(page: Page, lang: Locale): Promise<Day> {
  const said = page.getByText(lang === 'ja' ? /^\d+月\d+日に[\d,]+円をお支払い/ : /^You will be charged ¥[\d,]+ on /);
  const text = (await said.textContent()) ?? '';
  const [, month = '', day = ''] = (lang === 'ja' ? /^(\d+)月(\d+)日/ : / on (\w+) (\d+)/).exec(text) ?? [];
  return { month: lang === 'ja' ? Number(month) : months.indexOf(month) + 1, day: Number(day) };
}

/** The same day of the month after, as it is now, the month's last day where there is none. */
function aMonthAfter({ month, day }: Day, at: Date): Day {
  const next = (month % 12) + 1;
  const year = at.getFullYear() + (next < at.getMonth() + 1 ? 1 : 0);
  return { month: next, day: Math.min(day, new Date(year, next, 0).getDate()) };
}
