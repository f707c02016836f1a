import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { PurchaseCompleteScreenDocument } from '@/generated/PurchaseCompleteScreen';
import { write } from '@/lib/keptDrafts';
import { answer } from '@/testing/api';
import { plan } from '@/testing/plans';
import { type CompleteScreen, completeScreen, order, rental, rentalOrder, trialOrder } from '@/testing/purchase';
import { renderView } from '@/testing/render';
import { PurchaseCompleteView } from './PurchaseCompleteView';

const show = (changes: Partial<CompleteScreen> = {}, locale: 'ja' | 'en' = 'ja') =>
  renderView(<PurchaseCompleteView />, {
    document: PurchaseCompleteScreenDocument,
    data: { screen: { ...completeScreen, ...changes } },
    variables: { planId: 'standard', signup: false },
    root: { authId: 'a1' },
    address: '/plans/standard/complete',
    locale,
  });

const fact = (name: string) => screen.getByText(name).parentElement?.querySelector('dd')?.textContent;

describe('a complete order', () => {
  it('R-066 S-052: says what was bought and paid, what comes next and by mail, and leads to the contract', () => {
    show();
    expect(screen.getByRole('heading', { name: 'お申し込みが完了しました' })).toBeTruthy();
    expect(screen.getByText('3 / 3')).toBeTruthy();
    expect(screen.getByText('お申し込み内容の控えをメールでお送りしました。')).toBeTruthy();
    expect(fact('プラン')).toBe('見放題スタンダード');
    expect(fact('お支払い金額')).toBe('1,100円（税込）');
    expect(fact('次回のお支払い')).toBe('2026/12/211,100円（税込）');
    expect(screen.getByRole('link', { name: '契約内容を見る' }).getAttribute('href')).toBe('/mypage/subscription/s-1');
    const evidence = screen.getByRole('link', { name: 'お申し込み内容の控えを見る' });
    expect(evidence.getAttribute('href')).toBe('/mypage/evidence/o-1');
  });

  it.each([
    ['ja', 'さっそく観る'],
    ['en', 'Start watching'],
  ] as const)('U-2: watching comes first, where the store says where (%s)', (locale, watch) => {
    const watchUrl = 'https://watch.example/';
    const { unmount } = show({ plan: { ...plan, watchUrl } }, locale);
    const [first, second] = screen.getAllByRole('link');
    expect([first?.textContent, first?.getAttribute('href')]).toEqual([watch, watchUrl]);
    expect(second?.getAttribute('href')).toBe('/mypage/subscription/s-1');
    unmount();
    show({ plan: { ...plan, watchUrl }, isPending: true, subscriptionId: null }, locale);
    expect(screen.queryByRole('link', { name: watch })).toBeNull();
  });

  it('after a trial begins, the next payment is the first one', () => {
    show({ verification: trialOrder });
    expect(fact('お支払い金額')).toBe('0円（税込）');
    expect(fact('次回のお支払い')).toBe('2026/12/5980円（税込）');
  });

  it('after a first payment that a campaign pays, it is the second one, as in the mail', () => {
    show({ verification: { ...order, billingAmount: 0 } });
    expect(fact('お支払い金額')).toBe('0円（税込）');
    expect(fact('次回のお支払い')).toBe('2026/12/211,100円（税込）');
  });

  it('K-021: a rental shows until when it can be watched, and no further payment', () => {
    vi.setSystemTime('2026-11-21T00:00:00Z');
    show({ plan: rental, verification: rentalOrder, subscriptionId: null });
    vi.useRealTimers();
    expect(fact('視聴期限')).toBe('2026/11/28');
    expect(screen.queryByText('次回のお支払い')).toBeNull();
    expect(screen.getByRole('link', { name: '購入・レンタルした作品を見る' }).getAttribute('href')).toBe(
      '/mypage/purchases',
    );
  });

  it('L-059: shows the words the plan has for this moment', () => {
    show({ orderCompletedMessage: '今夜の一本は、\nもうお決まりですか。' });
    expect(screen.getByText(/今夜の一本は、/).className).toContain('whitespace-pre-line');
  });

  it.each([
    ['ends a sign-up', '/signup/plans/standard/complete', 'inline', true],
    ['ends one that was for this plan', '/plans/standard/complete?signup=1', 'inline', true],
    ['is of a member', '/plans/standard/complete', 'inline', false],
    ['comes after the page that ends a sign-up', '/signup/plans/standard/complete', 'scroll', false],
  ] as const)('offers a passkey where it %s', async (_, address, signupStyle, isOffered) => {
    localStorage.clear();
    const isUserVerifyingPlatformAuthenticatorAvailable = async () => true;
    vi.stubGlobal('PublicKeyCredential', Object.assign(class {}, { isUserVerifyingPlatformAuthenticatorAvailable }));
    renderView(<PurchaseCompleteView />, {
      document: PurchaseCompleteScreenDocument,
      data: { screen: completeScreen },
      variables: { planId: 'standard', signup: false },
      root: { authId: 'a1' },
      storeSettingData: { signupStyle },
      address,
    });
    if (isOffered) expect(await screen.findByRole('button', { name: 'パスキーを登録する' })).toBeTruthy();
    else {
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(screen.queryByRole('button', { name: 'パスキーを登録する' })).toBeNull();
    }
  });

  it('forgets the answers that were kept for it', () => {
    for (const plan of ['standard', 'annual'])
      write(`purchase.answers.${plan}`, { of: 'a1', at: Date.now(), over: 0, values: { q0: 'x' } });
    show();
    expect(Object.keys(sessionStorage)).toEqual(['kaiin.draft.purchase.answers.annual']);
  });
});

it.each([
  ['ja', 'お支払いを確認しています', /二重に請求されることはありません/],
  ['en', 'We are checking your payment', /You will not be charged twice/],
] as const)('a charge that is still being looked up is no success and no failure (%s)', (locale, title, words) => {
  show({ isPending: true }, locale);
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/mypage/plans');
});

it.each([
  ['ja', '取りやめて選び直す'],
  ['en', 'Give up and choose again'],
] as const)('anyone who left the page of the provider without having agreed may choose again (%s)', (locale, name) => {
  show({ isPending: true, abandonUrl: '/payment/tds/key/ng' }, locale);
  const form = (screen.getByRole('button', { name }) as HTMLButtonElement).form;
  expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/payment/tds/key/ng']);
});

it('a charge that is looked up is asked for until it is known, and shows by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    answer('PurchaseCompleteScreen', { screen: completeScreen });
    show({ isPending: true });
    for (let i = 0; i < 3; i += 1) await act(() => vi.advanceTimersByTimeAsync(3000));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'お申し込みが完了しました' })).toBeTruthy());
  } finally {
    vi.useRealTimers();
  }
});
