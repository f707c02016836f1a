import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { PaymentHistoryEntryFragment as Entry } from '@/generated/fragments';
import { PaymentHistoryScreenDocument } from '@/generated/PaymentHistoryScreen';
import { renderView } from '@/testing/render';
import { PaymentHistoryView } from './PaymentHistoryView';

const card: Entry['accountPaymentMethod'] = {
  paymentMethodType: 'SbpsCredit',
  sbpsCreditInfo: { cardbrandCode: 'V', cardNumberSuffix: '4242' },
};

const paid: Entry = {
  earningsId: 'e-1',
  refundId: null,
  kind: 'PAID',
  createdAt: '2027-02-28T16:00:00Z',
  doneAt: '2027-03-01T16:00:00Z',
  planName: '見放題スタンダード',
  startDay: '2027-03-01',
  endDay: '2027-03-31',
  originalPrice: 1100,
  discount: 110,
  campaignName: '春の1割引',
  billingAmount: 990,
  netBillingAmount: 900,
  taxAmount: 90,
  taxRate: 10,
  accountPaymentMethod: card,
  hasInvoice: true,
  orderId: null,
  number: 'S-7QXM-2PZC-HT5W',
};

const none = {
  billingAmount: 0,
  netBillingAmount: 0,
  taxAmount: 0,
  discount: 0,
  campaignName: null,
  accountPaymentMethod: null,
};
const waived: Entry = { ...paid, ...none, earningsId: 'e-2', kind: 'WAIVED', doneAt: null, hasInvoice: false };
const free: Entry = { ...waived, earningsId: 'e-3', kind: 'FREE', startDay: null, endDay: null };
const back = {
  billingAmount: -330,
  netBillingAmount: -300,
  taxAmount: -30,
  discount: 0,
  campaignName: null,
  originalPrice: 0,
};
const refund: Entry = { ...paid, ...back, refundId: 'r-1', kind: 'REFUND', number: 'H-7QXM-2PZC-HT5W' };

type Page = { hasNextPage?: boolean; hasPreviousPage?: boolean; endCursor?: string | null };

function history(paymentHistory: Entry[], locale: 'ja' | 'en' = 'ja', page: Page = {}) {
  const pageInfo = { hasNextPage: false, hasPreviousPage: false, endCursor: null, ...page };
  return renderView(<PaymentHistoryView />, {
    document: PaymentHistoryScreenDocument,
    data: { screen: { redirectTo: null, flowError: null, paymentHistory, pageInfo } },
    variables: { after: null },
    storeSettingData: { hasSubscriptionPlan: true },
    locale,
    address: '/mypage/payment-history',
  });
}

/** The cells of the table, row by row. */
const cells = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );

describe('the payment history', () => {
  it('A-143 R-074 L-078 K-028: what was paid, given back and waived, with net and tax', () => {
    history([refund, paid, waived, free]);
    expect(screen.getByText('直近1年間のお支払いと返金を、新しい順に表示しています。')).toBeTruthy();
    const period = '2027/3/1〜2027/3/31';
    expect(cells()).toEqual([
      [
        '2027/3/2',
        `返金済み見放題スタンダード${period}`,
        'Visa •••• 下4桁 4242',
        '−330円（税込）税抜 −300円消費税 −30円',
        '返還請求書H-7QXM-2PZC-HT5W',
      ],
      [
        '2027/3/2',
        `お支払い済み見放題スタンダード${period}春の1割引`,
        'Visa •••• 下4桁 4242',
        '990円（税込）税抜 900円消費税 90円割引 −110円',
        '請求書S-7QXM-2PZC-HT5W',
      ],
      [
        '2027/3/1',
        `ご請求なし見放題スタンダード${period}お支払いの手続きができなかったため、この期間のご請求はありません。`,
        'なし',
        '0円',
        'なし',
      ],
      ['2027/3/1', '無料見放題スタンダード', 'なし', '0円', 'なし'],
    ]);
    expect(screen.queryByText(/有効期限/), 'A-143: an old payment needs no warning').toBeNull();
  });

  it('in English', () => {
    history([refund], 'en');
    expect(cells()[0]?.slice(3)).toEqual([
      '−¥330 (tax incl.)−¥300 without tax−¥30 tax',
      'Return invoiceH-7QXM-2PZC-HT5W',
    ]);
  });

  it('leads to what was shown with the order, where that was kept', () => {
    history([{ ...paid, orderId: 'o-1' }, { ...free, orderId: 'o-2' }, refund]);
    const links = within(screen.getByRole('table')).getAllByRole('link', { name: /^お申し込み内容の控え/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/mypage/evidence/o-1?returnTo=%2Fmypage%2Fpayment-history',
      '/mypage/evidence/o-2?returnTo=%2Fmypage%2Fpayment-history',
    ]);
    expect(links[0]?.getAttribute('aria-label')).toBe('お申し込み内容の控え（見放題スタンダード、2027/3/2）');
  });

  it('A-152 L-075 L-077: an invoice opens in a new tab; what cost nothing has none', () => {
    history([refund, paid, waived, free]);
    const links = within(screen.getByRole('table')).getAllByRole('link') as HTMLAnchorElement[];
    expect(links.map((link) => [link.getAttribute('href'), link.target, link.rel])).toEqual([
      ['/mypage/return-invoice/r-1', '_blank', 'noopener noreferrer'],
      ['/mypage/invoice/e-1', '_blank', 'noopener noreferrer'],
    ]);
    expect(links[1]?.getAttribute('aria-label')).toBe('請求書（見放題スタンダード、2027/3/2）（新しいタブで開きます）');
  });

  it('U-26: on a phone a payment is one row, and the rest is behind it', () => {
    history([refund, paid, free]);
    const rows = [...document.querySelectorAll('details')];
    const marks = rows.map((row) =>
      row.querySelector('summary')?.className.includes('[&::-webkit-details-marker]:hidden'),
    );
    expect(marks).not.toContain(false);
    expect(rows.map((row) => row.querySelector('summary')?.textContent)).toEqual([
      '2027/3/2返金済み見放題スタンダード−330円くわしく',
      '2027/3/2見放題スタンダード990円くわしく',
      '2027/3/1無料見放題スタンダード0円くわしく',
    ]);
    const behind = within(rows[1] as HTMLElement);
    expect(behind.getByRole('link', { name: /^請求書/ }).getAttribute('href')).toBe('/mypage/invoice/e-1');
    expect(behind.getByText('S-7QXM-2PZC-HT5W')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'お支払い方法' }).getAttribute('href')).toBe('/mypage/payment-method');
  });

  it('L-068: nothing was paid yet', () => {
    history([]);
    expect(screen.getByText('お支払い履歴はありません。')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByRole('link', { name: '契約へ' }).getAttribute('href')).toBe('/mypage/plans');
  });

  it('L-067: older ones are a page further, the newest one step away', () => {
    history([paid], 'ja', { hasNextPage: true, hasPreviousPage: true, endCursor: 'a b' });
    const pages = within(screen.getByRole('navigation', { name: 'お支払い履歴のページ' }));
    expect(pages.getByRole('link', { name: '以前のお支払い' }).getAttribute('href')).toBe(
      '/mypage/payment-history?after=a%20b',
    );
    expect(pages.getByRole('link', { name: '最新のお支払いに戻る' }).getAttribute('href')).toBe(
      '/mypage/payment-history',
    );
  });

  it('one page needs no way to others', () => {
    history([paid]);
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});
