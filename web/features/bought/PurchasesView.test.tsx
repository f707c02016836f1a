import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BoughtItemFragment } from '@/generated/fragments';
import { PurchasesScreenDocument } from '@/generated/PurchasesScreen';
import { renderView } from '@/testing/render';
import { EndedPurchasesView, PurchasesView } from './PurchasesView';

const rented: BoughtItemFragment = {
  entitlementId: 'e-1',
  orderId: 'o-1',
  planId: 'train',
  planType: 'rental',
  planName: '夜行列車の窓から',
  image: null,
  watchUrl: null,
  purchasedAt: '2026-11-21T03:00:00Z',
  billingAmount: 500,
  entitlementExpiration: '2026-11-28',
  daysLeft: 3,
  isRefunded: false,
  canBuyAgain: false,
};

const page = { hasNextPage: false, hasPreviousPage: false, endCursor: null };

function show(
  item: Partial<BoughtItemFragment> | null,
  { ended = false, locale = 'ja' as 'ja' | 'en', pageInfo = page } = {},
) {
  const purchases = item ? [{ ...rented, ...item }] : [];
  return renderView(ended ? <EndedPurchasesView /> : <PurchasesView />, {
    document: PurchasesScreenDocument,
    data: { screen: { redirectTo: null, flowError: null, purchases, pageInfo } },
    locale,
    address: '/mypage/purchases',
  });
}

const card = () => within(screen.getByRole('article', { name: rented.planName }));

beforeEach(() => void vi.setSystemTime('2026-11-26T00:00:00Z'));
afterEach(() => void vi.useRealTimers());

describe('what the member can watch', () => {
  it('a rental says until when, how many days that are, and where its order is', () => {
    show({});
    expect(card().getByText('レンタル')).toBeTruthy();
    expect(card().getByText('2026/11/28まで')).toBeTruthy();
    expect(card().getByText('あと3日')).toBeTruthy();
    expect(
      card()
        .getByRole('link', { name: /お申し込みの控え/ })
        .getAttribute('href'),
    ).toMatch(/^\/mypage\/evidence\/o-1\?returnTo=%2Fmypage%2Fpurchases/);
    expect(card().queryByRole('link', { name: /もう一度/ })).toBeNull();
    expect(card().queryByText('返金済み')).toBeNull();
  });

  it('says when today is the last day', () => {
    show({ daysLeft: 1 }, { locale: 'en' });
    expect(card().getByText('Until the end of today')).toBeTruthy();
  });

  it.each([
    ['no last day', null],
    ['one more than ten years ahead', '2036-11-27'],
  ])('A-124: a film for good has no end: %s', (_, entitlementExpiration) => {
    show({ planType: 'purchase', entitlementExpiration, daysLeft: null });
    expect(card().getByText('期限なし')).toBeTruthy();
  });

  it('A-124: exactly ten years ahead is shown', () => {
    show({ entitlementExpiration: '2036-11-26', daysLeft: 3654 });
    expect(card().getByText('2036/11/26まで')).toBeTruthy();
  });

  it('says that there is nothing, and where the rest is', () => {
    show(null);
    expect(screen.getByText('いまご視聴いただける、購入・レンタルした作品はありません。')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'プラン一覧を見る' }).getAttribute('href')).toBe('/plans');
    const rest = screen.getByRole('link', { name: '視聴期間が終わった作品を見る' });
    expect(rest.getAttribute('href')).toBe('/mypage/purchases/ended');
  });

  it('leads to older ones', () => {
    show({}, { pageInfo: { ...page, hasNextPage: true, endCursor: 'c' as never } });
    expect(screen.getByRole('link', { name: '以前の作品' }).getAttribute('href')).toBe('/mypage/purchases?after=c');
  });
});

describe('what is over', () => {
  it('says when it ended, and offers it again', () => {
    show({ daysLeft: null, canBuyAgain: true }, { ended: true });
    expect(card().getByText('2026/11/28に終了しました')).toBeTruthy();
    expect(
      card()
        .getByRole('link', { name: /もう一度レンタルする/ })
        .getAttribute('href'),
    ).toBe('/plans/train');
  });

  it('says that the money went back', () => {
    show({ planType: 'purchase', entitlementExpiration: null, daysLeft: null, isRefunded: true }, { ended: true });
    expect(card().getByText('返金済み')).toBeTruthy();
    expect(card().getByText('返金により終了しました')).toBeTruthy();
  });
});

describe('watching it', () => {
  const watchUrl = 'https://watch.example/train';

  it.each([
    ['ja', /^視聴する.*夜行列車の窓から/],
    ['en', /^Watch.*夜行列車の窓から/],
  ] as const)('U-2: leads to where the store says (%s)', (locale, name) => {
    show({ watchUrl }, { locale });
    expect(card().getByRole('link', { name }).getAttribute('href')).toBe(watchUrl);
  });

  it('U-2: is not offered where the store says nothing', () => {
    show({});
    expect(card().queryByRole('link', { name: /視聴する/ })).toBeNull();
  });
});
