import { cleanup, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SubscriptionFragment } from '@/generated/fragments';
import { contract, visa } from '@/testing/plans';
import { renderView } from '@/testing/render';
import { Sibling } from './Sibling';

const coming: SubscriptionFragment = {
  ...contract,
  planChange: {
    planId: 'annual',
    planName: '年間パスポート',
    service: '',
    renewSpan: 12,
    renewSpanUnit: 'months',
    day: '2026-12-05',
    amount: 9800,
    tax: 890,
    periodEnd: '2027-12-04',
  },
};
const link = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href');

describe('a member who has another plan of the group', () => {
  it('U-1: is told so, with its price, and offered the change', () => {
    renderView(<Sibling subscription={contract} blockedBy={null} planId="annual" />);
    expect(
      screen.getByText(/現在「見放題スタンダード」（毎月1,100円）をご契約中です。/).parentElement?.textContent,
    ).toBe(
      '現在「見放題スタンダード」（毎月1,100円）をご契約中です。このプランと同時にはご契約いただけません。次回のお支払い日から、このプランに変更できます。本日のお支払いはありません。',
    );
    expect(link('このプランに変更する')).toBe('/mypage/subscription/s-1/plan/confirm?planId=annual');
    expect(link('ご契約中のプランを見る')).toBe('/mypage/subscription/s-1');
    cleanup();
    renderView(<Sibling subscription={contract} blockedBy={null} planId="annual" />, { locale: 'en' });
    expect(link('Change to this plan')).toBe('/mypage/subscription/s-1/plan/confirm?planId=annual');
  });

  it('is told why it cannot be changed now', () => {
    const blockedBy = { code: 'PLAN_CHANGE_UNPAID' as const, field: null, message: '先にお支払いを' };
    renderView(<Sibling subscription={contract} blockedBy={blockedBy} planId="annual" />);
    expect(screen.getByText('先にお支払いを')).toBeTruthy();
    expect(screen.queryByText(/変更できます/)).toBeNull();
    expect(link('このプランに変更する')).toBeUndefined();
  });

  it('is led to another way to pay where the present one keeps the plan', () => {
    const blockedBy = { code: 'PLAN_NOT_CHANGEABLE' as const, field: null, message: '変更できません' };
    const carrier = { ...visa, paymentMethodType: 'SbpsAuSimple' as const, sbpsCreditInfo: null };
    renderView(
      <Sibling subscription={{ ...contract, accountPaymentMethod: carrier }} blockedBy={blockedBy} planId="annual" />,
    );
    expect(link('お支払い方法を変更する')).toBe('/mypage/subscription/s-1/payment-method');
  });

  it('is not offered what was chosen already', () => {
    renderView(<Sibling subscription={coming} blockedBy={null} planId="annual" />);
    expect(screen.getByText(/次回のお支払い日から、このプランに変わります。/)).toBeTruthy();
    expect(screen.queryByText(/変更できます/)).toBeNull();
    expect(link('このプランに変更する')).toBeUndefined();
  });

  it('is not told that a contract changes which ends', () => {
    const blockedBy = { code: 'PLAN_CHANGE_CANCELLED' as const, field: null, message: '解約のお手続き済みです' };
    const ending = { ...coming, statusGroup: 'CANCEL_REQUESTED' as const };
    renderView(<Sibling subscription={ending} blockedBy={blockedBy} planId="annual" />);
    expect(screen.queryByText(/このプランに変わります/)).toBeNull();
    expect(screen.getByText('解約のお手続き済みです')).toBeTruthy();
  });
});
