import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { PlanFragment, PlanType, RenewSpanUnit, SubscriptionFragment } from '@/generated/fragments';
import { MypagePlansScreenDocument } from '@/generated/MypagePlansScreen';
import { PlansScreenDocument } from '@/generated/PlansScreen';
import { SignupPlansScreenDocument } from '@/generated/SignupPlansScreen';
import { contract, ending, held, plan, trial } from '@/testing/plans';
import { renderView } from '@/testing/render';
import { MypagePlansView, PlansView, SignupPlansView } from './PlansView';

type Lists = { plans?: PlanFragment[]; subscriptions?: SubscriptionFragment[] };

const data = ({ plans = [], subscriptions = [] }: Lists) => ({
  screen: { redirectTo: null, flowError: null, plans, subscriptions },
});

const show = (lists: Lists, locale: 'ja' | 'en' = 'ja') =>
  renderView(<PlansView />, { document: PlansScreenDocument, data: data(lists), locale, address: '/plans' });

const card = (name = plan.planName) => within(screen.getByRole('article', { name }));

// A-101 A-104: plans that cannot be had are listed too, and one label serves for the contract limit
// and for what is sold out.
describe('a plan on sale', () => {
  it('R-061 L-041 L-049 L-050 L-051: shows its name, its description and a contract button that leads to it', () => {
    show({ plans: [plan] });
    expect(card().getByRole('heading', { name: plan.planName })).toBeTruthy();
    expect(card().getByText('すべて見放題。')).toBeTruthy();
    const button = card().getByRole('link', { name: /このプランを契約する/ });
    expect(button.getAttribute('href')).toBe('/plans/standard');
  });

  it.each([
    ['S-041', 'CONTRACT_LIMITED', null, '契約できません', 'Not available', true],
    ['what was bought for good', 'OWNED', null, 'ご視聴いただけます', 'You can watch this', true],
    ['S-042', 'AFTER_SALE', null, '販売終了', 'Sale ended', true],
    ['S-043', 'BEFORE_SALE', null, '販売開始前', 'Not on sale yet', true],
    ['S-044', 'SOLD_OUT', 'SOLD_OUT', '契約できません', 'Not available', true],
  ] as const)(
    '%s: %s leaves nothing to press and says why, in both languages',
    (_row, availability, salesIndicator, ja, en, button) => {
      for (const [locale, words] of [['ja', ja] as const, ['en', en] as const]) {
        const { unmount } = show({ plans: [{ ...plan, availability, salesIndicator }] }, locale);
        expect(card().getByText(words)).toBeTruthy();
        const buttons = card().queryAllByRole('button', { name: new RegExp(words) });
        expect(buttons.map((element) => (element as HTMLButtonElement).disabled)).toEqual(button ? [true] : []);
        expect(card().queryByRole('link')).toBeNull();
        unmount();
      }
    },
  );

  it('S-045 K-019: a free trial is offered with its number of days', () => {
    show({ plans: [{ ...plan, availability: 'FREE_TRIAL', freeTrialDays: 14 }] });
    expect(
      card()
        .getByRole('link', { name: /14日間無料で試す/ })
        .getAttribute('href'),
    ).toBe('/plans/standard');
  });

  it('S-046: everything else can be contracted', () => {
    show({ plans: [plan] }, 'en');
    expect(card().getByRole('link', { name: /Start this plan/ })).toBeTruthy();
  });

  //
  it.each<[PlanType, string]>([
    ['purchase', '購入手続きへ進む'],
    ['rental', 'レンタル手続きへ進む'],
  ])('a %s has words of its own and no period beside its price', (planType, words) => {
    show({ plans: [{ ...plan, planType, viewingDays: planType === 'rental' ? 7 : 0, price: 500 }] });
    expect(card().getByRole('link', { name: new RegExp(words) })).toBeTruthy();
    expect(card().queryByText(/あたり/)).toBeNull();
    expect(!!card().queryByText('7日間視聴できます')).toBe(planType === 'rental');
  });

  it.each([
    ['SOLD_OUT', '売り切れ', 'Sold out'],
    ['FEW_LEFT', '残りわずか', 'Few left'],
    ['ENOUGH', '先着50名', 'Limited to 50 members'],
  ] as const)('says how many are left: %s, in both languages', (salesIndicator, ja, en) => {
    const { unmount } = show({ plans: [{ ...plan, salesIndicator, salesLimit: 50 }] });
    expect(card().getByText(ja)).toBeTruthy();
    unmount();
    show({ plans: [{ ...plan, salesIndicator, salesLimit: 50 }] }, 'en');
    expect(card().getByText(en)).toBeTruthy();
  });

  it('S-047: without a limit nothing is said', () => {
    show({ plans: [plan] });
    for (const words of ['売り切れ', '残りわずか', '先着50名']) expect(screen.queryByText(words)).toBeNull();
  });

  it.each<[number, RenewSpanUnit, string]>([
    [1, 'months', '1か月あたり'],
    [12, 'months', '1年あたり'],
    [2, 'weeks', '2週間あたり'],
  ])('K-010 K-011 K-012 K-013: a price in yen with tax, per %i %s', (renewSpan, renewSpanUnit, per) => {
    show({ plans: [{ ...plan, price: 9800, renewSpan, renewSpanUnit }] });
    const price = card().getByText('9,800円').parentElement as HTMLElement;
    expect(price.textContent).toBe(`9,800円（税込） ${per}`);
  });

  it('tells when its sale begins, and when it ends', () => {
    const salesStartDate = '2026-12-01T03:00:00Z';
    const salesEndDate = '2026-12-31T14:59:00Z';
    const { unmount } = show({ plans: [{ ...plan, availability: 'BEFORE_SALE', salesStartDate, salesEndDate }] });
    expect(card().getByText('2026/12/1 12:00 販売開始')).toBeTruthy();
    expect(card().queryByText(/まで販売/)).toBeNull();
    unmount();
    show({ plans: [{ ...plan, salesEndDate }] });
    expect(card().getByText('2026/12/31 23:59 まで販売')).toBeTruthy();
  });
});

describe('a contract', () => {
  it('L-043 L-044 L-045 L-046 L-047 L-048: shows status, name, plain description, next day, method and a details link', () => {
    show({ subscriptions: [contract] });
    for (const text of ['契約中', contract.planName, 'すべて見放題。', '2026/12/5'])
      expect(card().getByText(text)).toBeTruthy();
    expect(card().getByText('次回のお支払い日').parentElement?.textContent).toContain('2026/12/5');
    expect(card().getByText('お支払い方法').parentElement?.textContent).toContain('Visa');
    const details = card().getByRole('link', { name: /詳細を見る/ });
    expect(details.getAttribute('href')).toBe('/mypage/subscription/s-1');
  });

  it.each([
    ['L-063', contract, '契約中', 'Active'],
    ['L-064', trial, '無料トライアル中', 'Free trial'],
    ['L-065', ending, '解約予定', 'Ending'],
    ['L-066', held, 'お支払い待ち', 'Awaiting payment'],
  ])('%s: its status in words, in both languages', (_row, subscription, ja, en) => {
    const status = () => screen.getByRole('article').querySelector('p')?.textContent;
    const { unmount } = show({ subscriptions: [subscription] });
    expect(status()).toBe(ja);
    unmount();
    show({ subscriptions: [subscription] }, 'en');
    expect(status()).toBe(en);
  });

  it('S-070: the sub-label shows once the settlement day has passed', () => {
    const { unmount } = show({ subscriptions: [{ ...contract, isRenewalInProgress: true }] });
    expect(screen.queryByText('契約更新中')).toBeNull();
    unmount();
    show({ subscriptions: [{ ...contract, isRenewing: true }] });
    expect(card().getByText('契約更新中')).toBeTruthy();
  });

  it('L-046 S-075 S-077: one that ends shows its last day, neither the next settlement nor how it was paid', () => {
    show({ subscriptions: [ending] });
    expect(card().getByText('終了日').parentElement?.textContent).toContain('2026/12/4');
    expect(card().queryByText('次回のお支払い日')).toBeNull();
    expect(card().queryByText('お支払い方法')).toBeNull();
    expect(card().queryByText(/Visa/)).toBeNull();
  });

  it('S-081: a trial says until when it is free', () => {
    show({ subscriptions: [trial] });
    expect(card().getByText('2026/12/4まで')).toBeTruthy();
  });
});

describe('the lists', () => {
  const other = { ...plan, planId: 'annual', planName: '年間パスポート' };

  it('A-105 L-042: what the member has comes first, then what is on sale', () => {
    show({ plans: [other], subscriptions: [contract] });
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'ご契約中のプラン',
      '見放題プラン',
    ]);
    expect(screen.getAllByRole('article').map((element) => element.getAttribute('aria-label'))).toEqual([
      contract.planName,
      other.planName,
    ]);
  });

  it('subscriptions, films to buy and films to rent are separate, and ended plans are last', () => {
    const made = (planId: string, change: Partial<PlanFragment>) => ({ ...plan, planId, planName: planId, ...change });
    show({
      plans: [
        made('sold out', { availability: 'SOLD_OUT', salesIndicator: 'SOLD_OUT' }),
        made('rent', { planType: 'rental' }),
        made('soon', { availability: 'BEFORE_SALE' }),
        made('over', { planType: 'purchase', availability: 'AFTER_SALE' }),
        made('buy', { planType: 'purchase' }),
        made('sub', {}),
        made('held and sold out', { availability: 'CONTRACT_LIMITED', salesIndicator: 'SOLD_OUT' }),
      ],
    });
    const shelves = screen.getAllByRole('region').map((shelf) => [
      within(shelf).getByRole('heading', { level: 2 }).textContent,
      ...within(shelf)
        .getAllByRole('article')
        .map((element) => element.getAttribute('aria-label')),
    ]);
    expect(shelves).toEqual([
      ['見放題プラン', 'soon', 'sub'],
      ['購入できる作品', 'buy'],
      ['レンタルできる作品', 'rent'],
      ['受付を終了したプラン', 'sold out', 'over', 'held and sold out'],
    ]);
  });

  it('A-105: visitors see only what is on sale', () => {
    show({ plans: [other] });
    expect(screen.queryByText('ご契約中のプラン')).toBeNull();
  });

  it('A-105 R-062: in the account area the member hears that there is no contract yet', () => {
    renderView(<MypagePlansView />, {
      document: MypagePlansScreenDocument,
      data: data({ plans: [other] }),
      address: '/mypage/plans',
    });
    expect(screen.getByText('現在ご契約中のプランはありません。')).toBeTruthy();
    expect(card(other.planName).getByRole('link')).toBeTruthy();
  });

  it('A-075: right after sign-up the order goes on in that flow, or waits', () => {
    renderView(<SignupPlansView />, {
      document: SignupPlansScreenDocument,
      data: data({ plans: [other] }),
      address: '/signup/plans',
    });
    expect(card(other.planName).getByRole('link').getAttribute('href')).toBe('/plans/annual?signup=1');
    expect(screen.getByRole('link', { name: /あとで選ぶ/ }).getAttribute('href')).toBe('/mypage');
  });

  it('an empty shop says so and shows a way on', () => {
    show({});
    expect(screen.getByText('現在お申し込みいただけるプランはありません。')).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/');
  });
});
