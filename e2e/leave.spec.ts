import { expectAccessible, expectFits320 } from './support/axe.ts';
import { cards, Member } from './support/member.ts';
import { walked } from './support/pairs.ts';
import { mailTo } from './support/sandbox.ts';
import { expect, test } from './support/test.ts';

walked('cancel by a mail', () => {
  test('an order, its mail, and the contract is cancelled without a login', async ({ page, hands, lang, say }) => {
    const member = await Member.create({ locale: lang });
    const { subscriptionId } = await member.buy('standard', await member.registerCard(cards.good));
    const order = await mailTo(member.email, lang === 'ja' ? /お申し込み完了/ : /Your order/);
    const link = /\/leave\?token=[\w-]+/.exec(order.text)?.[0] ?? '';
    await page.goto(link);
    await hands.arrived('subscription:cancel.title');
    await expect(page.locator('body')).not.toContainText(member.email);
    await expect(page.locator('body')).not.toContainText(member.nickname);
    await expectAccessible(page);
    await expectFits320(page);
    await hands.press('subscription:cancel.submit');
    await hands.arrived('subscription:cancelled.title');
    expect(page.url()).toContain('/leave?token=');
    await expectAccessible(page);
    const receipt = (await page.getByText(/^K(-[2-9A-Z]{4}){3}$/).textContent()) ?? '';
    const mail = await mailTo(member.email, lang === 'ja' ? /解約のお手続きが完了/ : /plan is cancelled/);
    expect(mail.text).toContain(receipt);
    expect(mail.text).toContain(`/mypage/subscription/${subscriptionId}/withdraw/cancel`);

    await page.goto(link);
    await hands.arrived('subscription:cancelled.title');
    await expect(page.getByText(receipt)).toBeVisible();
    await hands.follow(say('subscription:cancelled.toUndo'));
    await expect(page).toHaveURL(/\/login\?returnTo=/);
  });
});
