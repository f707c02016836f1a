import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { PurchaseFormScreenDocument } from '@/generated/PurchaseFormScreen';
import { answerError, asked } from '@/testing/api';
import { withParts } from '@/testing/dynamic';
import { plan } from '@/testing/plans';
import { formScreen, trialOrder } from '@/testing/purchase';
import { renderView } from '@/testing/render';
import { PlanPageView } from './PlanPageView';

withParts();

const conditions = [
  { key: 'price' as const, title: '販売価格', text: '毎月1,100円（税込、うち消費税100円）。' },
  { key: 'cancellation' as const, title: '解約の方法と期限', text: 'マイページから解約できます。' },
];

function show(change: Partial<typeof formScreen.plan> = {}, locale: 'ja' | 'en' = 'ja') {
  const closed = change.availability && !['AVAILABLE', 'FREE_TRIAL'].includes(change.availability);
  const data = {
    screen: { ...formScreen, plan: { ...formScreen.plan, ...change }, conditions: closed ? [] : conditions },
  };
  return renderView(<PlanPageView />, {
    document: PurchaseFormScreenDocument,
    data,
    locale,
    address: `/plans/${plan.planId}`,
  });
}

describe('a plan as a visitor sees it', () => {
  it('R-063 P-02: is told with its picture, its price, its payments and its conditions', () => {
    const { container } = show({ image: '/demo/art.svg' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(plan.planName);
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/demo/art.svg');
    expect(screen.getByText('見放題', { selector: 'b' })).toBeTruthy(); // the store's own markup
    expect(screen.getByText(plan.service)).toBeTruthy();
    const price = within(screen.getByRole('complementary', { name: plan.planName }));
    expect(price.getAllByText(/1,100円/).length).toBeGreaterThan(0);
    const read = within(screen.getByRole('region', { name: 'お申し込みの条件' }));
    for (const { title, text } of conditions) expect(read.getByText(title).nextElementSibling?.textContent).toBe(text);
  });

  it.each([
    ['a trial begins with 本日 0円', 14, trialOrder, ['本日 0円（税込）', '2026/12/5から毎月980円（税込）']],
    [
      'what is paid today, and from when the same again',
      0,
      formScreen.verification,
      ['本日 1,100円（税込）', '2026/12/21から毎月1,100円（税込）'],
    ],
  ])('U-38: %s', (_what, freeTrialDays, verification, lines) => {
    renderView(<PlanPageView />, {
      document: PurchaseFormScreenDocument,
      address: '/plans/standard',
      data: { screen: { ...formScreen, verification, plan: { ...formScreen.plan, freeTrialDays }, conditions } },
    });
    const payments = screen.getByRole('region', { name: 'お支払いの予定' });
    expect([...payments.querySelectorAll('p')].map((line) => line.textContent)).toEqual([
      ...lines,
      'いつでも解約できます',
    ]);
  });

  it('U-38: how often a campaign takes less is told', () => {
    const verification = {
      ...formScreen.verification,
      campaignName: '春割',
      campaignType: 'discount',
      discountContinuationCount: 3,
    };
    renderView(<PlanPageView />, {
      document: PurchaseFormScreenDocument,
      address: '/plans/standard',
      data: { screen: { ...formScreen, verification, conditions } },
    });
    const payments = screen.getByRole('region', { name: 'お支払いの予定' });
    expect(payments.textContent).toContain('春割');
    expect(payments.textContent).toContain('3回');
  });

  it('U-38: what is not renewed has no next payment and nothing to cancel', () => {
    renderView(<PlanPageView />, {
      document: PurchaseFormScreenDocument,
      address: '/plans/standard',
      data: {
        screen: { ...formScreen, verification: { ...formScreen.verification, renewalAmount: null }, conditions },
      },
    });
    const payments = screen.getByRole('region', { name: 'お支払いの予定' });
    expect([...payments.querySelectorAll('p')].map((line) => line.textContent)).toEqual(['本日 1,100円（税込）']);
  });

  it('U-38: one picture, which plays the sample; without one it is a picture alone', () => {
    const { container, unmount } = show({ image: '/demo/art.svg', sample: { refId: 'trailer', stream: null } });
    const pictures = () =>
      [...container.querySelectorAll('main img, img')].filter((img) => img.getAttribute('src') === '/demo/art.svg');
    expect(pictures()).toHaveLength(1);
    expect(pictures()[0]?.getAttribute('loading')).toBeNull();
    expect(pictures()[0]?.closest('section')?.textContent).toContain('サンプル映像');
    unmount();
    const alone = show({ image: '/demo/art.svg' });
    expect(alone.container.querySelectorAll('img[src="/demo/art.svg"]')).toHaveLength(1);
  });

  it('what the store compares plans by is told here, too', () => {
    show({ features: [{ name: '画質', value: '4K' }] });
    expect(screen.getByText('画質').nextElementSibling?.textContent).toBe('4K');
  });

  it('A-118 P-02: has one button, to the sign-up for this plan, and a link to the login for it', () => {
    const { container } = show({ availability: 'FREE_TRIAL', freeTrialDays: 14 });
    const button = screen.getByRole('link', { name: '14日間無料で試す' });
    expect(button.getAttribute('href')).toBe('/signup?returnTo=%2Fplans%2Fstandard');
    expect(screen.getByRole('link', { name: 'ログインして申し込む' }).getAttribute('href')).toBe(
      '/login?returnTo=%2Fplans%2Fstandard',
    );
    expect(container.querySelectorAll('.button-primary').length).toBe(1);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('L-057: its sample is played here as on the form, and a plan without one has no player', async () => {
    answerError('FetchPlayback', 'SAMPLE_PROTECTED', 'コピー防止付きです。');
    const { container, unmount } = show({ sample: { refId: 'trailer', stream: null } });
    const sample = within(screen.getByRole('region', { name: 'サンプル映像で再生を確認' }));
    expect(sample.getByRole('heading', { level: 2 })).toBeTruthy();
    expect(asked('FetchPlayback')).toEqual([]);
    await userEvent.click(sample.getByRole('button', { name: 'サンプル映像を再生する' }));
    await waitFor(() => expect(sample.getByRole('status').textContent).toBe('コピー防止付きです。'));
    expect(asked('FetchPlayback')).toEqual([{ refId: 'trailer' }]);
    expect(container.querySelectorAll('.button-primary').length).toBe(1);
    unmount();
    show();
    expect(screen.queryByRole('region', { name: 'サンプル映像で再生を確認' })).toBeNull();
  });

  it('a rental says how long it can be watched, and no period', () => {
    show({ planType: 'rental', viewingDays: 7, price: 500 });
    expect(screen.getByText('7日間視聴できます')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'レンタル手続きへ進む' })).toBeTruthy();
    expect(screen.queryByText(/1か月あたり/)).toBeNull();
  });

  it.each([
    ['S-042', 'AFTER_SALE', '販売終了', 'このプランの販売は、2026/12/31 23:59に終了しました。', 'Sale ended'],
    ['S-043', 'BEFORE_SALE', '販売開始前', 'このプランは、2026/12/1 00:00に販売を開始します。', 'Not on sale yet'],
    ['S-044', 'SOLD_OUT', '売り切れ', '販売数の上限に達したため、受付を終了しました。', 'Sold out'],
  ] as const)('%s: %s says why it cannot be had, and offers nothing', (_row, availability, ja, why, en) => {
    const days = { salesStartDate: '2026-11-30T15:00:00Z', salesEndDate: '2026-12-31T14:59:59Z' };
    const { unmount } = show({ availability, ...days });
    expect(screen.getByText(ja)).toBeTruthy();
    expect(screen.getByText(why)).toBeTruthy();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/plans']);
    expect(screen.queryByRole('region')).toBeNull();
    unmount();
    show({ availability, ...days }, 'en');
    expect(screen.getByText(en)).toBeTruthy();
  });

  it('R-064: a member sees the form', () => {
    renderView(<PlanPageView />, { document: PurchaseFormScreenDocument, data: { screen: formScreen } });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('お申し込み内容の入力');
    expect(screen.queryByRole('region', { name: 'お申し込みの条件' })).toBeNull();
  });
});
