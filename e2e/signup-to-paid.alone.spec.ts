import type { Page } from '@playwright/test';
import { orderButton, placeOrder, toConfirmWithNewCard } from './support/checkout.ts';
import { cards, freshEmail, paymentMethodsIn } from './support/member.ts';
import { advance, mailTo, settled } from './support/sandbox.ts';
import { logIn, signUp } from './support/signup.ts';
import { expect, heading, test } from './support/test.ts';

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
      const firstDay = await nextDay(page, say('plans:nextSettlementDay'));

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
      expect(await nextDay(page, say('plans:nextSettlementDay'))).toBe(dayAMonthAfter(firstDay));
    });
  });
}

/** What is beside a term of the contract. */
async function nextDay(page: Page, term: string): Promise<string> {
  const text = await page.locator('dt', { hasText: term }).locator('xpath=following-sibling::dd[1]').textContent();
  return (text ?? '').trim();
}

/**
 * The same day of the month after, the month's last day where there is none; in the form of the
 * given text.
 */
function dayAMonthAfter(shown: string): string {
  const japanese = /^(\d+)\/(\d+)\/(\d+)$/.exec(shown);
  const [year, month, day] = japanese
    ? japanese.slice(1).map(Number)
    : [new Date(shown).getFullYear(), new Date(shown).getMonth() + 1, new Date(shown).getDate()];
  if (!year || !month || !day) throw new Error(`"${shown}" is no day.`);
  const last = new Date(year, month + 1, 0).getDate();
  const next = new Date(year, month, Math.min(day, last));
  if (japanese) return `${next.getFullYear()}/${next.getMonth() + 1}/${next.getDate()}`;
  return next.toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
}
