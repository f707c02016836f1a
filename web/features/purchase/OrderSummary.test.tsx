import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { OrderVerificationFragment } from '@/generated/fragments';
import { formatDate } from '@/lib/format';
import { plan } from '@/testing/plans';
import { order } from '@/testing/purchase';
import { renderView } from '@/testing/render';
import { OrderSummary } from './OrderSummary';

const show = (more: Partial<OrderVerificationFragment> = {}, locale: 'ja' | 'en' = 'ja') =>
  renderView(<OrderSummary plan={plan} order={{ ...order, ...more }} />, { locale });
const summary = () => within(screen.getByRole('region')).getByText(plan.planName).parentElement as HTMLElement;
const half: Partial<OrderVerificationFragment> = {
  campaignId: 'half',
  campaignType: 'other',
  campaignName: '春の半額キャンペーン',
  campaignDescription: 'はじめの3回が半額になります。',
  campaignEndDate: '2026-12-31',
  discountContinuationCount: 3,
  billingAmount: 550,
  schedule: [{ day: '2026-11-21', amount: 550, taxAmount: 50, termStart: '2026-11-21', termEnd: '2026-12-20' }],
  regularCharge: { day: '2027-02-21', amount: 1100, taxAmount: 100, termStart: '2027-02-21', termEnd: '2027-03-20' },
};
const free: Partial<OrderVerificationFragment> = {
  campaignId: 'free',
  campaignType: 'free',
  campaignName: '30日間無料',
  freeDays: 30,
  freeTrialDays: 30,
  billingAmount: 0,
};

describe('a campaign in the summary of an order', () => {
  it('F-165 F-166 F-167: is told in the store’s words, with the last day to order and what is paid how often', () => {
    show(half);
    const told = screen.getByText('春の半額キャンペーン').parentElement as HTMLElement;
    expect([...told.children].map((line) => line.textContent)).toEqual([
      '春の半額キャンペーン',
      'はじめの3回が半額になります。',
      '2026/11/21から3回のお支払い 550円（税込）',
      'お申し込みは2026/12/31まで',
    ]);
    expect(summary().textContent).toContain('2027/2/21から毎月1,100円');
  });

  it('what is said to come is a charge that comes, of the discount where that lasts to the end', () => {
    const [first, second] = order.schedule as [(typeof order.schedule)[number], (typeof order.schedule)[number]];
    const charges = (amount: number) => [first, second].map((charge) => ({ ...charge, amount }));
    const { unmount } = show({ ...half, schedule: charges(550), regularCharge: null });
    expect(summary().textContent).toContain(`${formatDate(second.day, 'ja')}から毎月550円`);
    unmount();
    show({ ...half, billingAmount: 0, schedule: charges(0), regularCharge: null });
    expect(summary().textContent).not.toContain('から毎月');
  });

  it('F-160 F-161: of free days, how many they are, and not as a trial', () => {
    show(free);
    expect(screen.getByText('30日間は無料です。')).toBeTruthy();
    expect(screen.queryByText(/無料トライアル/)).toBeNull();
    expect(screen.queryByText(/お申し込みは/)).toBeNull();
  });

  it('F-160: of another type, no free days', () => {
    show(half);
    expect(screen.queryByText(/日間は無料です/)).toBeNull();
  });

  it('without one nothing is told', () => {
    show();
    expect(screen.queryByText(/キャンペーン|半額|お申し込みは/)).toBeNull();
  });

  it('in English too', () => {
    show({ ...half, campaignName: 'Half price', campaignDescription: 'Half for three months.' }, 'en');
    const told = screen.getByText('Half price').parentElement as HTMLElement;
    expect([...told.children].map((line) => line.textContent)[1]).toBe('Half for three months.');
    expect(told.textContent).toContain('2026');
  });
});

describe('the order of a member', () => {
  it('F-158: only a member who had the plan before is told that there is no trial', () => {
    const first = show();
    expect(screen.queryByText('再契約')).toBeNull();
    first.unmount();
    show({ isReContract: true });
    expect(screen.getByText('再契約').parentElement?.textContent).toContain(
      '再契約のため、無料トライアルはありません。',
    );
  });
});
