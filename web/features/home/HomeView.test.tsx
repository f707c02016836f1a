import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { PlanFragment } from '@/generated/fragments';
import { HomeScreenDocument, type HomeScreenQuery } from '@/generated/HomeScreen';
import type { Root } from '@/lib/root';
import { plan } from '@/testing/plans';
import { renderView } from '@/testing/render';
import { HomeView } from './HomeView';

type Screen = NonNullable<HomeScreenQuery['screen']>;

const light: PlanFragment = {
  ...plan,
  planId: 'light',
  planName: '見放題ライト',
  price: 980,
  availability: 'FREE_TRIAL',
  freeTrialDays: 14,
  recommended: true,
};
const headline = {
  text: '館主が選ぶ約500本。',
  phoneArt: '/phone.svg',
  wideArt: '/wide.svg',
  planId: 'light',
  isCheapest: true,
};
const film = { titleId: 'tide', name: '潮待ちの宿', year: 1974, minutes: 107, art: '/tide.svg' };
const full: Screen = {
  redirectTo: null,
  flowError: null,
  plans: [plan, light],
  headline,
  titles: [
    { ...film, kinds: ['subscription', 'rental'], planId: 'light', planIds: ['founders', 'light', 'rental'] },
    { ...film, titleId: 'fog', name: '霧笛の町', kinds: ['purchase'], planId: 'film', planIds: ['film'] },
  ],
  reasons: [{ title: '館主が選ぶ', text: '一本ずつ。' }],
  questions: [{ title: '解約できますか。', text: 'いつでも。' }],
  contracts: [],
};
/** A contract that runs, of a plan that is sold no more. */
const contract: Screen['contracts'][number] = {
  subscription: {
    subscriptionId: 's-1',
    planId: 'founders',
    statusGroup: 'CONTRACT',
    planName: '創設会員',
    nextSettlementDay: '2026-12-10',
    endDay: null,
    trialEndDay: null,
    isRenewing: false,
    watchUrl: '/demo/watch.html',
    planChange: null,
    accountPaymentMethod: null,
  },
  outlook: {
    course: 'CHARGED',
    day: '2026-12-10',
    lastDay: null,
    amount: 980,
    tax: 89,
    periodStart: '2026-12-10',
    periodEnd: '2027-01-09',
  },
};
/** The same, which waits for its member to pay: nothing is watched meanwhile. */
const unpaid: Screen['contracts'][number] = {
  subscription: { ...contract.subscription, statusGroup: 'HOLD', watchUrl: null },
  outlook: { ...contract.outlook, course: 'HELD' },
};
const bare: Screen = { ...full, plans: [], headline: null, titles: [], reasons: [], questions: [] };

const show = (change: Partial<Screen> = {}, options: { locale?: 'ja' | 'en'; root?: Partial<Root> } = {}) =>
  renderView(<HomeView />, {
    document: HomeScreenDocument,
    data: {
      screen: { ...full, ...change },
      header: options.root?.authId && { authId: 'a1', displayName: '灯子', profileImageUrl: null },
    },
    storeSettingData: { serviceName: '灯台座', serviceDescription: '海辺の映画館です。' },
    address: '/',
    ...options,
  });

const hero = () => within(screen.getByRole('heading', { level: 1 }).closest('section') as HTMLElement);

describe('home, to a visitor: U-10', () => {
  it('R-001: says what there is to watch, that it is free at first, what it costs, and has one button to that plan', () => {
    show();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('館主が選ぶ約500本。 14日間無料で。');
    expect(hero().getByText('月980円から・いつでも解約できます')).toBeTruthy();
    const links = hero().getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['14日間無料で試す', '/plans/light'],
      ['ログイン', '/login'],
    ]);
    expect(links.map(({ className }) => className.includes('button-primary'))).toEqual([true, false]);
  });

  it('the same in English', () => {
    show({ headline: { ...headline, text: 'About 500 films.' } }, { locale: 'en' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('About 500 films. Free for 14 days.');
    expect(hero().getByText('From ¥980 a month · Cancel at any time')).toBeTruthy();
    expect(hero().getByRole('link', { name: 'Try free for 14 days' })).toBeTruthy();
  });

  it.each<[string, Partial<PlanFragment>, string, string]>([
    [
      'without a trial',
      { availability: 'AVAILABLE', freeTrialDays: 0 },
      '館主が選ぶ約500本。',
      '月980円から・いつでも解約できます',
    ],
    ['dearer than another', { price: 1200 }, '館主が選ぶ約500本。 14日間無料で。', '月1,200円・いつでも解約できます'],
    [
      'for a year',
      { renewSpan: 12, price: 9800 },
      '館主が選ぶ約500本。 14日間無料で。',
      '年9,800円から・いつでも解約できます',
    ],
    [
      'for three months',
      { renewSpan: 3 },
      '館主が選ぶ約500本。 14日間無料で。',
      '3か月980円から・いつでも解約できます',
    ],
    [
      'bought once',
      { planType: 'purchase', freeTrialDays: 0, availability: 'AVAILABLE' },
      '館主が選ぶ約500本。',
      '980円',
    ],
  ])('the words are those of the plan: %s', (_what, change, title, line) => {
    show({ plans: [plan, { ...light, ...change }], headline: { ...headline, isCheapest: change.price !== 1200 } });
    expect(screen.getByRole('heading', { level: 1 }).textContent?.trim()).toBe(title);
    expect(hero().getByText(line)).toBeTruthy();
  });

  it('leads to the list of plans where the plan is none or cannot be ordered, and says no price', () => {
    show({ headline: { ...headline, planId: null } });
    expect(hero().getByRole('link', { name: 'プランを見る' }).getAttribute('href')).toBe('/plans');
    expect(screen.getByRole('heading', { level: 1 }).textContent?.trim()).toBe('館主が選ぶ約500本。');
    expect(hero().queryByText(/円/)).toBeNull();
  });

  it('has its picture first, in two sizes, and the films when they are scrolled to', () => {
    const { container } = show();
    const art = container.querySelector('img');
    expect([art?.getAttribute('src'), art?.getAttribute('fetchpriority'), art?.getAttribute('loading')]).toEqual([
      '/phone.svg',
      'high',
      null,
    ]);
    expect(container.querySelector('source')?.getAttribute('srcset')).toBe('/wide.svg');
    expect(container.querySelector('img[src="/tide.svg"]')?.getAttribute('loading')).toBe('lazy');
  });

  it('has a shelf of films, each with its year, its length and how it can be watched', () => {
    show();
    const shelf = within(screen.getByRole('region', { name: '今月の一本' }));
    expect(shelf.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['潮待ちの宿1974年・107分見放題・レンタル', '/plans/light'],
      ['霧笛の町1974年・107分購入', '/plans/film'],
    ]);
  });

  it('the shelf is moved by two buttons; at an end its button does nothing and keeps the focus', () => {
    show();
    const list = screen.getByRole('region', { name: '今月の一本' }).querySelector('ul') as HTMLElement;
    const scrollBy = vi.fn();
    Object.assign(list, { scrollBy });
    const at = (scrollLeft: number) => {
      for (const [name, value] of Object.entries({ scrollLeft, clientWidth: 500, scrollWidth: 1000 }))
        Object.defineProperty(list, name, { value, configurable: true });
      fireEvent.scroll(list);
    };
    const [back, on] = ['前の作品を見る', '次の作品を見る'].map((name) => screen.getByRole('button', { name }));
    for (const [place, over, moves] of [
      [0, [true, false], [400]],
      [250, [false, false], [-400, 400]],
      [500, [false, true], [-400]],
    ] as const) {
      at(place);
      scrollBy.mockReset();
      back?.click();
      on?.click();
      expect([back, on].map((button) => button?.getAttribute('aria-disabled') === 'true')).toEqual(over);
      expect(scrollBy.mock.calls).toEqual(moves.map((left) => [{ left }])); // how fast is for the style to say
    }
  });

  it('the shelf moves as fast as the device wishes, and cuts no ring of the focus', () => {
    show();
    const { classList } = screen.getByRole('region', { name: '今月の一本' }).querySelector('ul') as HTMLElement;
    for (const name of ['scroll-smooth', 'motion-reduce:scroll-auto', 'pt-2'])
      expect(classList.contains(name)).toBe(true);
  });

  it('questions have no second mark in any browser', () => {
    show();
    const { classList } = screen.getByText('解約できますか。').closest('summary') as HTMLElement;
    for (const name of ['list-none', '[&::-webkit-details-marker]:hidden']) expect(classList.contains(name)).toBe(true);
  });

  it('has reasons, plans, questions, and the button once more', () => {
    show();
    expect(within(screen.getByRole('region', { name: '選ばれる理由' })).getByText('一本ずつ。')).toBeTruthy();
    const plans = within(screen.getByRole('region', { name: 'プラン' }));
    expect(plans.getAllByRole('article').map((card) => card.getAttribute('aria-label'))).toEqual([
      plan.planName,
      light.planName,
    ]);
    expect(plans.getAllByText('おすすめ')).toHaveLength(1);
    const question = screen.getByText('解約できますか。').closest('details') as HTMLElement;
    expect(within(question).getByText('いつでも。')).toBeTruthy();
    const again = within(screen.getByRole('region', { name: '今夜の一本を、灯台座で。' }));
    expect(again.getByRole('link').getAttribute('href')).toBe('/plans/light');
  });

  it('a store that says nothing of itself has its name, its description and the way in', () => {
    show(bare);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('灯台座');
    expect(screen.getByText('海辺の映画館です。')).toBeTruthy();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/signup', '/login']);
    expect(screen.getAllByRole('heading')).toHaveLength(1);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('home, to others', () => {
  it('a member is greeted, and is sold nothing', () => {
    show({}, { root: { authId: 'a1' } });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('灯子さん、おかえりなさい');
    expect(
      hero()
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/mypage', '/plans']);
    expect(screen.queryByText(/無料/)).toBeNull();
    expect(screen.getByRole('region', { name: '今月の一本' })).toBeTruthy();
    for (const name of ['選ばれる理由', 'プラン', '今夜の一本を、灯台座で。'])
      expect(screen.queryByRole('region', { name })).toBeNull();
  });

  it('a member finds what they have, and goes from a film straight to watching it', () => {
    show({ contracts: [contract] }, { root: { authId: 'a1' } });
    const card = within(screen.getByRole('article', { name: '創設会員' }));
    expect(card.getByText('12月10日に980円')).toBeTruthy();
    const shelf = within(screen.getByRole('region', { name: '今月の一本' }));
    expect(shelf.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/demo/watch.html',
      '/plans/film',
    ]);
    expect(screen.queryByText('お支払いを確認できませんでした')).toBeNull();
  });

  it('a member who has not paid is told so, with the way to pay', () => {
    show({ contracts: [unpaid] }, { root: { authId: 'a1' } });
    expect(screen.getByText('お支払いを確認できませんでした')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'お支払い方法を変更する' }).getAttribute('href')).toBe(
      '/mypage/subscription/s-1/payment-method',
    );
    const shelf = within(screen.getByRole('region', { name: '今月の一本' }));
    expect(shelf.getAllByRole('link')[0]?.getAttribute('href')).toBe('/plans/light');
  });

  it("a member in the app's browser sees their contract and no way to plans", () => {
    show({ contracts: [contract] }, { root: { authId: 'a1', isApp: true } });
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/demo/watch.html',
      '/mypage/subscription/s-1',
      '/mypage',
    ]);
  });

  it("the app's browser sells nothing, neither films nor plans", () => {
    show({}, { root: { isApp: true } });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('灯台座');
    expect(screen.queryByRole('article')).toBeNull();
    expect(screen.queryByRole('region', { name: '今月の一本' })).toBeNull();
  });
});
