import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { OutlookFragment, SubscriptionFragment } from '@/generated/fragments';
import { SubscriptionScreenDocument } from '@/generated/SubscriptionScreen';
import { answer, asked } from '@/testing/api';
import { contract, ending, expired, held, trial } from '@/testing/plans';
import { renderView } from '@/testing/render';
import { SubscriptionView } from './SubscriptionView';

const outlook: OutlookFragment = {
  course: 'CHECKING',
  day: '2026-12-05',
  lastDay: null,
  amount: null,
  tax: null,
  periodStart: null,
  periodEnd: null,
};
const blocked = { code: 'SUBSCRIPTION_RENEWING_METHOD' as const, field: null, message: '' };

const screenOf = (subscription: SubscriptionFragment) => ({
  redirectTo: null,
  flowError: null,
  subscription,
  outlook,
  changeBlockedBy: blocked,
  retryBlockedBy: null,
  isPlanChangeable: false,
  waitingPlanName: null,
  orderId: null,
  planChangeId: null,
});

const show = (
  subscription: SubscriptionFragment,
  locale: 'ja' | 'en' = 'ja',
  next: Partial<OutlookFragment> = {},
  isPlanChangeable = false,
  more: { waitingPlanName?: string; planChangeId?: string; orderId?: string } = {},
) =>
  renderView(<SubscriptionView />, {
    document: SubscriptionScreenDocument,
    data: { screen: { ...screenOf(subscription), outlook: { ...outlook, ...next }, isPlanChangeable, ...more } },
    variables: { subscriptionId: subscription.subscriptionId },
    address: `/mypage/subscription/${subscription.subscriptionId}`,
    locale,
  });

/** The facts as they are read: name and value. */
const facts = () =>
  Object.fromEntries(
    [...document.querySelectorAll('dl > div')].map((row) => [
      row.querySelector('dt')?.textContent ?? '',
      row.querySelector('dd')?.textContent ?? '',
    ]),
  );

describe('a contract on its own page', () => {
  it('U-1: leads to other plans where it can be changed to one, and says what is chosen', () => {
    const link = () => screen.queryByRole('link', { name: 'プランを変更する' })?.getAttribute('href');
    show(contract);
    expect(link()).toBeUndefined();
    cleanup();
    show(contract, 'ja', {}, true);
    expect(link()).toBe('/mypage/subscription/s-1/plan');
    cleanup();
    const { planId, planName, renewSpan, renewSpanUnit } = { ...contract, planName: '年間パスポート', renewSpan: 12 };
    const planChange = {
      planId,
      planName,
      renewSpan,
      renewSpanUnit,
      service: '',
      day: '2026-12-05',
      amount: 9800,
      tax: 890,
    };
    show({ ...contract, billingAmount: 9800, planChange: { ...planChange, periodEnd: '2027-12-04' } });
    expect(screen.getByText(/2026\/12\/5から「年間パスポート」に変わります。/)).toBeTruthy();
  });

  it('U-1: a contract on hold names the plan that waits, and takes it back', async () => {
    answer('KeepPlan', { result: { redirectTo: null, flowError: null, userErrors: [] } });
    answer('SubscriptionScreen', { screen: screenOf(held) });
    show(held, 'ja', {}, false, { waitingPlanName: '年間パスポート' });
    expect(
      screen.getByText(/お支払いを確認できたあと、その次のお支払い日から「年間パスポート」に変わります。/),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '変更を取り消す' }));
    await screen.findByText('プランの変更を取り消しました。');
    expect(asked('KeepPlan')).toEqual([{ subscriptionId: held.subscriptionId }]);
    cleanup();
    show(held, 'en', {}, false, { waitingPlanName: 'Annual' });
    expect(screen.getByText(/it becomes “Annual” on the payment day after that/)).toBeTruthy();
    cleanup();
    show(held);
    expect(screen.queryByRole('button', { name: '変更を取り消す' })).toBeNull();
  });

  it('U-1: leads to what is agreed on now, and to what is agreed on for later', () => {
    const link = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href');
    show(contract, 'ja', {}, false, { orderId: 'o-1', planChangeId: 'c-1' });
    expect(link('お申し込み内容の控えを見る')).toMatch(/evidence\/o-1/);
    expect(link('プラン変更のお申し込み内容の控えを見る')).toMatch(/evidence\/c-1/);
    cleanup();
    show(contract, 'ja', {}, false, { orderId: 'o-1' });
    expect(link('プラン変更のお申し込み内容の控えを見る')).toBeUndefined();
  });

  it('R-067: shows what it is, what it costs and when it is paid', () => {
    show(contract);
    expect(screen.getByRole('heading', { name: contract.planName })).toBeTruthy();
    expect(facts()).toMatchObject({
      ご利用料金: '1,100円（税込） 1か月あたり',
      お支払い周期: '毎月',
      初回のお支払い日: '2026/1/5',
      次回のお支払い日: '2026/12/5に1,100円（税込）',
    });
    expect(screen.getByText(/有効期限 2030\/12/)).toBeTruthy();
    expect(Object.keys(facts())).not.toContain('通常料金');
  });

  it('shows a regular price, a campaign and a last possible day when there are any', () => {
    show({
      ...contract,
      billingAmount: 550,
      campaign: { campaignName: '春のキャンペーン' },
      campaignApplicablePeriod: { startDate: '2026-03-01', endDate: '2026-05-31' },
      forceStopRenewDate: '2027-03-31T14:59:59Z',
    });
    expect(facts()).toMatchObject({
      ご利用料金: '550円（税込） 1か月あたり',
      通常料金: '1,100円（税込）',
      キャンペーン: '春のキャンペーン',
      キャンペーン適用期間: '2026/3/1〜2026/5/31',
      提供終了予定日: '2027/3/31',
    });
  });

  it.each([
    ['CHARGED', '12月5日に1,100円をお支払いいただきます。', 'You will be charged ¥1,100 on Dec 5.'],
    ['COLLECTED', '12月5日に1,100円をお支払いいただきます。', 'You will be charged ¥1,100 on Dec 5.'],
    ['HELD', '1,100円のお支払いをお待ちしています。', 'We are waiting for your payment of ¥1,100.'],
  ] as const)('U-25: %s says in one sentence what is charged, the rest is behind a disclosure', (course, ja, en) => {
    const next = { course, amount: 1100, tax: 100, periodStart: '2026-12-05', periodEnd: '2027-01-04' };
    for (const [locale, words] of [['ja', ja] as const, ['en', en] as const]) {
      const { unmount } = show(contract, locale, next);
      expect(screen.getByText(words).closest('details')).toBeNull();
      expect(document.querySelector('dl')?.closest('details')?.open).toBe(false);
      unmount();
    }
    show(trial, 'ja', next);
    expect(facts()).not.toHaveProperty('お支払い金額');
    expect(facts()).toMatchObject({ うち消費税: '100円', ご利用期間: '2026/12/5〜2027/1/4' });
  });

  it('U-25: a year that is charged names the year of the day', () => {
    show(contract, 'ja', {
      course: 'CHARGED',
      amount: 9800,
      tax: 890,
      periodStart: '2026-12-05',
      periodEnd: '2027-12-04',
    });
    expect(screen.getByText('2026年12月5日に9,800円をお支払いいただきます。')).toBeTruthy();
    expect(facts().お支払い金額).toBe('9,800円（税込）');
  });

  it('S-075 S-077: one that ends shows its last day, neither the next settlement nor how it was paid', () => {
    show(ending);
    expect(facts().終了日).toBe('2026/12/4');
    expect(Object.keys(facts())).not.toContain('次回のお支払い日');
    expect(screen.queryByText(/Visa/)).toBeNull();
  });

  it.each([
    ['CHARGED', false],
    ['COLLECTED', false],
    ['CHECKING', true],
    ['RETRIED', true],
  ] as const)('the day of the next payment is said once: %s', (course, told) => {
    const next = { amount: 1100, tax: 100, periodStart: '2026-12-05', periodEnd: '2027-01-04' };
    show(contract, 'ja', { course, ...next });
    expect('次回のお支払い日' in facts()).toBe(told);
  });

  it('what is charged next is larger than the name of the plan', () => {
    const next = { amount: 1100, tax: 100, periodStart: '2026-12-05', periodEnd: '2027-01-04' };
    show(contract, 'ja', { course: 'CHARGED', ...next });
    expect(screen.getByRole('heading', { name: contract.planName }).classList.contains('text-xl')).toBe(true);
    const charge = screen.getByText('12月5日に1,100円をお支払いいただきます。');
    expect(charge.classList.contains('text-2xl')).toBe(true);
  });

  it('S-081: a trial says until when it is free', () => {
    show(trial);
    expect(facts().無料トライアル).toBe('2026/12/4まで');
  });

  it('S-082: one on hold says so and that no money was taken, in both languages', () => {
    const { unmount } = show(held);
    expect(screen.getByText('お支払い待ちです')).toBeTruthy();
    expect(screen.getByText(/お支払いは行われていません。/)).toBeTruthy();
    unmount();
    show(held, 'en');
    expect(screen.getByText('Your plan is awaiting payment')).toBeTruthy();
    expect(screen.getByText(/You have not been charged/)).toBeTruthy();
  });

  it.each([{ isRenewing: true }, { isRenewalInProgress: true }])('says that it is being renewed: %o', (flags) => {
    show({ ...contract, ...flags });
    expect(screen.getByText(/契約の更新手続き中です/)).toBeTruthy();
  });

  it('A-143 L-072: a card that has expired is pointed out here', () => {
    show({ ...contract, accountPaymentMethod: expired });
    expect(screen.getByText('このカードは有効期限が切れています。')).toBeTruthy();
  });

  it('F-182: leads to cancelling, from a held contract too; S-072: not while the server says that it renews', () => {
    const cancel = '/mypage/subscription/s-1/withdraw';
    for (const one of [contract, trial, held]) {
      const { unmount } = show(one);
      expect(screen.getByRole('link', { name: '解約する' }).getAttribute('href')).toBe(cancel);
      unmount();
    }
    show({ ...contract, isWithdraw: false });
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('S-076: one that ends leads to continuing it', () => {
    show(ending, 'en');
    expect(screen.getByRole('link', { name: 'Keep my plan' }).getAttribute('href')).toBe(
      '/mypage/subscription/s-1/withdraw/cancel',
    );
    expect(screen.queryByRole('link', { name: 'Cancel the plan' })).toBeNull();
  });
});
