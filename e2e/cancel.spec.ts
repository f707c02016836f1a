import { cards, Member } from './support/member.ts';
import { walked } from './support/pairs.ts';
import { mailTo } from './support/sandbox.ts';
import { expect, test } from './support/test.ts';

/** A member with the plan 'standard', which is paid for. */
async function subscriber(locale: 'ja' | 'en') {
  const member = await Member.create({ locale });
  const { subscriptionId } = await member.buy('standard', await member.registerCard(cards.good));
  return Object.assign(member, { contract: `/mypage/subscription/${subscriptionId}` });
}

walked('cancel a plan', () => {
  test('X-053 R-070 R-071 R-072 R-073 S-075 S-076 L-060 X-022 X-023: cancel, receipt, take it back, and nothing is charged for it', async ({
    page,
    hands,
    lang,
    say,
    become,
  }) => {
    const member = await subscriber(lang);
    await become(member);
    await page.goto(member.contract);
    await hands.arrived('subscription:title');
    await hands.follow(say('subscription:toCancel'));
    await hands.arrived('subscription:cancel.title');
    await hands.choose(page.getByRole('radio').first());
    await hands.press('subscription:cancel.submit');
    await hands.arrived('subscription:cancelled.title');
    await expect(page).toHaveURL(`${member.contract}/withdraw/complete`);
    const receipt = (await page.getByText(/^K(-[2-9A-Z]{4}){3}$/).textContent()) ?? '';
    const mail = await mailTo(member.email, lang === 'ja' ? /解約のお手続きが完了/ : /plan is cancelled/);
    expect(mail.text).toContain(receipt);
    expect(mail.text).toContain(`${member.contract}/withdraw/cancel`);

    await page.goto(member.contract);
    await hands.arrived('subscription:title');
    await expect(page.getByRole('link', { name: say('subscription:toCancel'), exact: true })).toHaveCount(0);
    await hands.follow(say('plans:continue'));
    await hands.arrived('subscription:undo.title');
    await hands.press('subscription:undo.submit');
    await hands.arrived('subscription:kept.title');
    await expect(page).toHaveURL(`${member.contract}/withdraw/cancel/complete`);
    await mailTo(member.email, lang === 'ja' ? /解約を取り消しました/ : /kept your/);
    await hands.follow(say('subscription:kept.toContract'));
    await hands.arrived('subscription:title');
    await expect(page.getByRole('link', { name: say('subscription:toCancel'), exact: true })).toBeVisible();
    expect(await member.charged()).toEqual([1100]);
  });
});

test('L-061 L-062 S-078 P-08: from the page of leaving to cancelling and back', async ({
  page,
  hands,
  lang,
  say,
  become,
}) => {
  const member = await subscriber(lang);
  await become(member);
  await page.goto('/withdraw');
  await hands.arrived('withdraw:title');
  await page.getByRole('link', { name: new RegExp(`^${say('plans:cancel')}`) }).click();
  await hands.arrived('subscription:cancel.title');
  await expect(page).toHaveURL(`${member.contract}/withdraw?returnTo=%2Fwithdraw`);
  await hands.press('subscription:cancel.submit');
  await hands.arrived('subscription:cancelled.title');
  await hands.follow(say('common:back.withdraw'));
  await hands.arrived('withdraw:title');
  await expect(page.getByRole('link', { name: new RegExp(`^${say('plans:cancel')}`) })).toHaveCount(0);
  await expect(page.getByRole('link', { name: new RegExp(`^${say('plans:continue')}`) })).toBeVisible();
});
