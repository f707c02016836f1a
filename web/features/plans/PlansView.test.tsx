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
    const button = card().getByRole('link', { name: /このプランに申し込む/ });
    expect(button.getAttribute('href')).toBe('/plans/standard');
  });

  it.each([
    ['ja', '現在のご契約に追加されます（別途2,200円）'],
    ['en', 'Added to your present plan (¥2,200 extra)'],
  ] as const)(
    'to a member with one of them none is recommended, and what is ordered beside it says so (%s)',
    (locale, words) => {
      const light = {
        ...plan,
        planId: 'light',
        planName: 'ライト',
        recommended: true,
        availability: 'CHANGEABLE' as const,
      };
      const supporter = { ...plan, planId: 'supporter', planName: 'サポーター', price: 2200 };
      const { container } = show({ plans: [light, supporter], subscriptions: [contract] }, locale);
      expect(screen.queryByText(/^(おすすめ|Recommended)$/)).toBeNull();
      expect(container.querySelector('.button-primary')).toBeNull();
      expect(card('サポーター').getByText(words)).toBeTruthy();
      expect(card('ライト').queryByText(words)).toBeNull();
      expect(screen.queryByRole('row', { name: /無料期間|Free trial/ })).toBeNull();
    },
  );

  it('U-1: what the plan that is held can be changed to is offered as that', () => {
    for (const [locale, words] of [['ja', 'このプランに変更する'] as const, ['en', 'Change to this plan'] as const]) {
      const { unmount } = show({ plans: [{ ...plan, availability: 'CHANGEABLE' }] }, locale);
      expect(
        card()
          .getByRole('link', { name: new RegExp(words) })
          .getAttribute('href'),
      ).toBe('/plans/standard');
      unmount();
    }
  });

  it('a change that is made already, or cannot be made now, is not offered once more', () => {
    const light = { ...plan, planId: 'light', planName: 'ライト', availability: 'CHANGEABLE' as const };
    const span = { renewSpan: 1, renewSpanUnit: 'months' as const };
    const planChange = { planId: 'light', planName: 'ライト', service: '', ...span };
    const coming = { ...planChange, day: '2026-12-10', amount: 980, tax: 89, periodEnd: '2027-01-09' };
    for (const [held, words] of [
      [{ ...contract, planChange: coming }, '変更の予定を見る'],
      [{ ...contract, statusGroup: 'HOLD' as const }, 'プランを見る'],
      [{ ...contract, statusGroup: 'CANCEL_REQUESTED' as const }, 'プランを見る'],
      [contract, 'このプランに変更する'],
    ] as const) {
      const { unmount } = show({ plans: [light], subscriptions: [held] });
      expect(
        card('ライト')
          .getByRole('link', { name: new RegExp(words) })
          .getAttribute('href'),
      ).toBe('/plans/light');
      unmount();
    }
  });

  it.each([
    ['S-041', 'CONTRACT_LIMITED', null, '契約数の上限です', 'Contract limit reached', true],
    ['what was bought for good', 'OWNED', null, 'ご視聴いただけます', 'Yours to watch', true],
    ['S-042', 'AFTER_SALE', null, '販売終了', 'Sale ended', true],
    ['S-043', 'BEFORE_SALE', null, '販売開始前', 'Not on sale yet', true],
    ['S-044', 'SOLD_OUT', 'SOLD_OUT', '売り切れました', 'No longer available', true],
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

  it.each([
    ['ja', /^視聴する/],
    ['en', /^Watch/],
  ] as const)('U-2: what was bought is watched where the store says (%s)', (locale, name) => {
    show({ plans: [{ ...plan, availability: 'OWNED', watchUrl: 'https://watch.example/' }] }, locale);
    expect(card().getByRole('link', { name }).getAttribute('href')).toBe('https://watch.example/');
    expect(card().queryByRole('button')).toBeNull();
  });

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
    expect(card().getByRole('link', { name: /Choose this plan/ })).toBeTruthy();
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
    for (const text of ['契約中', contract.planName, 'すべて見放題。']) expect(card().getByText(text)).toBeTruthy();
    expect(card().getByText('次回のお支払い日').nextElementSibling?.textContent).toBe('2026/12/5に1,100円（税込）');
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
      '見放題',
    ]);
    expect(screen.getAllByRole('article').map((element) => element.getAttribute('aria-label'))).toEqual([
      contract.planName,
      other.planName,
    ]);
  });

  it('subscriptions, films to buy and films to rent are separate, and in each what is sold out is last', () => {
    const made = (planId: string, change: Partial<PlanFragment>) => ({ ...plan, planId, planName: planId, ...change });
    show({
      plans: [
        made('sold out', { availability: 'SOLD_OUT', salesIndicator: 'SOLD_OUT' }),
        made('rent', { planType: 'rental' }),
        made('soon', { availability: 'BEFORE_SALE' }),
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
      ['見放題', 'soon', 'sub', 'sold out', 'held and sold out'],
      ['購入', 'buy'],
      ['レンタル', 'rent'],
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
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('契約'); // as its tab is called
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

describe('subscriptions side by side: U-13', () => {
  const feature = (name: string, value: string) => ({ name, value });
  const plans: PlanFragment[] = [
    { ...plan, features: [feature('画質', '4K'), feature('同時視聴', '2台')] },
    {
      ...plan,
      planId: 'light',
      planName: '見放題ライト',
      price: 980,
      availability: 'FREE_TRIAL',
      freeTrialDays: 14,
      recommended: true,
      features: [feature('画質', 'HD'), feature('特典', '入場料の割引')],
    },
    { ...plan, planId: 'annual', planName: '年間パスポート', price: 9800, renewSpan: 12 },
    { ...plan, planId: 'weekly', planName: 'ウィークリーパス', price: 330, renewSpanUnit: 'weeks' },
  ];
  const rows = () =>
    screen
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent?.replaceAll('（税込）', '')));

  it('are compared by price, by month, by trial and by each feature that one of them has', () => {
    show({ plans });
    expect(screen.getByRole('table', { name: '見放題' })).toBeTruthy();
    expect(rows()).toEqual([
      ['', '見放題スタンダード', 'おすすめ見放題ライト', '年間パスポート', 'ウィークリーパス'],
      ['料金', '1,100円 1か月あたり', '980円 1か月あたり', '9,800円 1年あたり', '330円 1週間あたり'],
      ['1か月あたり', '1,100円', '980円', '約817円', '約1,430円'],
      ['無料期間', '—なし', '14日間', '—なし', '—なし'],
      ['画質', '4K', 'HD', '—なし', '—なし'],
      ['同時視聴', '2台', '—なし', '—なし', '—なし'],
      ['特典', '—なし', '入場料の割引', '—なし', '—なし'],
      ['お申し込み', ...plans.map(({ planName }) => expect.stringContaining(planName))],
    ]);
    const links = within(screen.getByRole('table')).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(plans.map(({ planId }) => `/plans/${planId}`));
  });

  it('in English, too, and with the flow of a sign-up', () => {
    renderView(<SignupPlansView />, {
      document: SignupPlansScreenDocument,
      data: data({ plans }),
      locale: 'en',
      address: '/signup/plans',
    });
    expect(rows().map(([name]) => name)).toEqual([
      '',
      'Price',
      'Per month',
      'Free trial',
      '画質',
      '同時視聴',
      '特典',
      'Choose',
    ]);
    expect(within(screen.getByRole('table')).getByText('about ¥817')).toBeTruthy();
    expect(within(screen.getByRole('table')).getAllByRole('link')[1]?.getAttribute('href')).toBe(
      '/plans/light?signup=1',
    );
  });

  it('one alone, films, and more than there is room for are cards', () => {
    for (const few of [plans.slice(0, 1), plans.map((one) => ({ ...one, planType: 'purchase' as const }))]) {
      const { unmount } = show({ plans: few });
      expect(screen.queryByRole('table')).toBeNull();
      unmount();
    }
    show({ plans: Array.from({ length: 7 }, (_, n) => ({ ...plan, planId: `p${n}`, planName: `p${n}` })) });
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('a card has three facts, the free days first, and says which plan is recommended', () => {
    show({ plans });
    const facts = (name: string) => [...card(name).getAllByRole('term')].map(({ textContent }) => textContent);
    expect(facts('見放題ライト')).toEqual(['無料期間', '画質', '特典']);
    expect(facts('見放題スタンダード')).toEqual(['画質', '同時視聴']);
    expect(card('見放題ライト').getByText('おすすめ')).toBeTruthy();
    expect(card('見放題スタンダード').queryByText('おすすめ')).toBeNull();
  });

  it('a subscription has no picture of its own, a film has', () => {
    const { container } = show({
      plans: [
        { ...plan, image: '/a.svg' },
        { ...plan, planId: 'film', planType: 'purchase', image: '/b.svg' },
        { ...plan, planId: 'rent', planType: 'rental', image: '/c.svg' },
      ],
    });
    const pictures = [...container.querySelectorAll('img')].map((img) => [
      img.getAttribute('src'),
      img.getAttribute('loading'),
    ]);
    expect(pictures).toEqual([
      ['/b.svg', null],
      ['/c.svg', 'lazy'],
    ]);
  });
});
