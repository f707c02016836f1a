import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PaymentMethodCompleteScreenDocument } from '@/generated/PaymentMethodCompleteScreen';
import { findAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { withParts } from '@/testing/dynamic';
import { visa } from '@/testing/plans';
import { addCard, show } from '@/testing/purchaseForm';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { JoinMethods } from './JoinMethods';
import { MethodAddedView } from './MethodAddedView';

withParts();

/** The forms that were posted: where to, and with what. */
let posted: { action: string; charset: string; fields: string[][] }[] = [];

beforeEach(() => {
  posted = [];
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    const fields = [...this.querySelectorAll('input')].map(({ type, name, value }) => [type, name, value]);
    posted.push({ action: this.action, charset: this.acceptCharset, fields });
  });
  vi.spyOn(window.location, 'assign').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

const link = {
  result: {
    redirectTo: null,
    flowError: null,
    userErrors: [],
    linkUrl: 'https://link.example/agree',
    charset: 'Shift_JIS',
    params: [
      { name: 'pay_method', value: 'docomo' },
      { name: 'item_name', value: 'お支払い方法の登録' },
      { name: 'submit', value: '' },
    ],
  },
};
const form = {
  action: 'https://link.example/agree',
  charset: 'Shift_JIS',
  fields: [
    ['hidden', 'pay_method', 'docomo'],
    ['hidden', 'item_name', 'お支払い方法の登録'],
    ['hidden', 'submit', ''],
  ],
};

describe('a way to pay that is added by a form', () => {
  const wallet = () =>
    renderView(<JoinMethods kinds={['SbpsDocomo', 'PaypalRest']} linked={['SbpsDocomo']} returnTo="/x" />);
  const button = (name: string) => screen.getByRole('button', { name });

  it('A-145 X-062 C-077: what the server answers is posted as it is, once, and a return to the page finds it at rest', async () => {
    answer('LinkPaymentMethod', link);
    wallet();
    await userEvent.click(button('d払いを追加する'));
    await waitFor(() => expect(posted).toEqual([form]));
    expect(asked('LinkPaymentMethod')).toEqual([{ paymentMethodType: 'SbpsDocomo', returnTo: '/x' }]);
    const working = screen.getAllByRole('button', { name: /処理中/ });
    expect(working).toHaveLength(2);
    for (const one of working) await userEvent.click(one);
    expect(posted).toHaveLength(1);
    act(() => void window.dispatchEvent(new Event('pageshow')));
    await waitFor(() => expect(button('d払いを追加する')).toBeTruthy());
    expect(document.querySelector('form[action]')).toBeNull();
  });

  it('is begun by the keyboard alone', async () => {
    answer('LinkPaymentMethod', link);
    wallet();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(posted).toHaveLength(1));
  });

  it('E-075: a refusal is told, and nothing is posted', async () => {
    answerError('LinkPaymentMethod', 'TOO_MANY_REQUESTS', '操作の回数が多すぎます。', { status: 429 });
    wallet();
    await userEvent.click(button('d払いを追加する'));
    expect((await findAlert()).textContent).toContain('操作の回数が多すぎます。');
    expect(posted).toEqual([]);
    expect(button('d払いを追加する')).toBeTruthy();
  });

  it('others lead to their page', async () => {
    answer('JoinPaymentMethod', { result: { redirectTo: 'https://paypal.example/', flowError: null, userErrors: [] } });
    wallet();
    await userEvent.click(button('PayPalを追加する'));
    await waitFor(() => expect(window.location.assign).toHaveBeenCalledWith('https://paypal.example/'));
    expect(asked('LinkPaymentMethod')).toEqual([]);
  });
});

describe('in the purchase form', () => {
  it('A-114 X-062: the form goes out from the order, and leads back to the plan', async () => {
    answer('LinkPaymentMethod', link);
    show({ paymentMethods: [], joinable: ['SbpsDocomo'], linked: ['SbpsDocomo'] });
    await userEvent.click(screen.getByRole('radio', { name: /d払い/ }));
    await userEvent.click(screen.getByRole('button', { name: /d払い/ }));
    await waitFor(() => expect(posted).toEqual([form]));
    expect(asked('LinkPaymentMethod')).toEqual([{ paymentMethodType: 'SbpsDocomo', returnTo: '/plans/standard' }]);
  });

  it('what is not confirmed yet, or cannot pay for this plan, says so and cannot be chosen', () => {
    show({
      paymentMethods: [],
      joinable: ['SbpsAuSimple'],
      linked: ['SbpsAuSimple'],
      awaited: ['SbpsDocomo'],
      unusable: ['SbpsAuSimple'],
    });
    const radio = (name: RegExp) => screen.getByRole('radio', { name }) as HTMLInputElement;
    expect(radio(/d払い.*登録結果を確認しています。/).disabled).toBe(true);
    expect(radio(/au.*月額プランでのみご利用いただけます。/).disabled).toBe(true);
    expect(screen.getByRole('button', { name: addCard })).toBeTruthy();
  });
});

describe('the last page', () => {
  const alone = { otherSubscriptionId: null };
  const last = (isAwaited: boolean, locale: 'ja' | 'en' = 'ja', more: { otherSubscriptionId: string | null } = alone) =>
    renderView(<MethodAddedView />, {
      document: PaymentMethodCompleteScreenDocument,
      data: { screen: { redirectTo: null, flowError: null, isAwaited, method: isAwaited ? null : visa, ...more } },
      variables: { paymentMethodId: 'm-1' },
      root: { authId: 'a1' },
      locale,
      address: '/mypage/payment-method/complete?paymentMethodId=m-1',
    });
  const still = (isAwaited: boolean, redirectTo: string | null = null) => ({
    screen: { redirectTo, flowError: null, isAwaited, method: isAwaited ? null : visa, ...alone },
  });

  afterEach(() => vi.useRealTimers());

  it('R-076: says what was added, and one next step', () => {
    last(false);
    expect(screen.getByRole('heading', { level: 1, name: 'お支払い方法を登録しました' })).toBeTruthy();
    expect(screen.getByText(/有効期限 2030\/12/).closest('p')?.textContent).toContain('1111');
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/mypage/payment-method']);
  });

  it('says that the present contract is still paid otherwise, and leads to where that is changed', () => {
    last(false, 'ja', { otherSubscriptionId: 's-1' });
    expect(screen.getByText('ご契約中のプランのお支払いには、まだ使われていません。')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'お支払い方法を変更する' }).getAttribute('href')).toBe(
      '/mypage/subscription/s-1/payment-method',
    );
  });

  it('asks by itself until the company has told, and leads on where the method was wanted', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answer('PaymentMethodCompleteScreen', still(true));
    answer('PaymentMethodCompleteScreen', still(false, '/plans/standard?paymentMethodId=m-1'));
    last(true);
    expect(screen.getByRole('heading', { name: 'お支払い方法の登録を確認しています' })).toBeTruthy();
    for (let i = 0; i < 3; i += 1) await act(() => vi.advanceTimersByTimeAsync(3000));
    await waitFor(() => expect(router.replace).toHaveBeenCalledWith('/plans/standard?paymentMethodId=m-1'));
    expect(asked('PaymentMethodCompleteScreen')[0]).toMatchObject({ paymentMethodId: 'm-1' });
  });

  it('gives up asking after a while, in English too', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answer('PaymentMethodCompleteScreen', still(true));
    last(true, 'en');
    for (let i = 0; i < 60; i += 1) await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(screen.getByText(/We have not heard from the payment company yet/)).toBeTruthy();
    expect(asked('PaymentMethodCompleteScreen').length).toBeLessThanOrEqual(40);
  });
});
