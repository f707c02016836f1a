import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ChangeMethodScreenDocument } from '@/generated/ChangeMethodScreen';
import type { OutlookFragment, PaymentMethodType, SubscriptionFragment } from '@/generated/fragments';
import { MethodChangedScreenDocument } from '@/generated/MethodChangedScreen';
import { SubscriptionScreenDocument } from '@/generated/SubscriptionScreen';
import { answer, asked } from '@/testing/api';
import { contract, ending, expired, held, visa } from '@/testing/plans';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { ChangeMethodView } from './ChangeMethodView';
import { MethodChangedView } from './MethodChangedView';
import './schema'; // else the first check of the first test waits for it
import { SubscriptionView } from './SubscriptionView';

const base = '/mypage/subscription/s-1';
const plain = { redirectTo: null, flowError: null };
const button = (name: string) => screen.getByRole('button', { name });

const charged: OutlookFragment = {
  course: 'CHARGED',
  day: '2026-12-05',
  lastDay: null,
  amount: 1100,
  tax: 100,
  periodStart: '2026-12-05',
  periodEnd: '2027-01-04',
};
const waiting: OutlookFragment = {
  ...charged,
  course: 'HELD',
  day: '2026-12-22',
  periodStart: '2026-11-22',
  periodEnd: '2026-12-21',
};
const over: OutlookFragment = {
  ...charged,
  course: 'ENDS',
  amount: null,
  tax: null,
  periodStart: null,
  periodEnd: null,
};

const contractPage = {
  ...plain,
  subscription: contract as SubscriptionFragment,
  outlook: charged,
  changeBlockedBy: null as { code: string; field: null; message: string } | null,
  retryBlockedBy: null as { code: string; field: null; message: string } | null,
  isPlanChangeable: false,
  waitingPlanName: null,
  orderId: null as string | null,
  planChangeId: null,
};

const show = (changes: Partial<typeof contractPage> = {}) =>
  renderView(<SubscriptionView />, {
    document: SubscriptionScreenDocument,
    data: { screen: { ...contractPage, ...changes } },
    variables: { subscriptionId: 's-1' },
    address: base,
  });

const outlook = () => document.body.textContent ?? '';

describe('what becomes of a contract', () => {
  it('says what is charged when, how much, with which tax and for which days', () => {
    show();
    expect(outlook()).toContain('12月5日に1,100円をお支払いいただきます。ご契約は自動で更新されます。');
    expect(outlook()).toContain('1,100円（税込）');
    expect(outlook()).toContain('100円');
    expect(outlook()).toContain('2026/12/5〜2027/1/4');
  });

  it.each([
    [
      { ...charged, course: 'RETRIED', day: '2026-12-06', lastDay: '2026-12-08' },
      /2026\/12\/6に、あらためて.*2026\/12\/8までに/,
    ],
    [waiting, /12月22日までにお支払いがない場合、ご契約は終了します。/],
    [{ ...charged, course: 'CHECKING' }, /お支払いの結果を確認しています/],
  ] as [OutlookFragment, RegExp][])('says what happens otherwise: $course', (shown, words) => {
    show({ outlook: shown });
    expect(outlook()).toMatch(words);
  });

  it('says that nothing is charged any more, and offers no other method', () => {
    show({
      subscription: ending,
      outlook: over,
      changeBlockedBy: { code: 'PAYMENT_METHOD_NOT_CHANGEABLE', field: null, message: 'x' },
    });
    expect(screen.getByText('ご契約は2026/12/5で終了します。それ以降のお支払いはありません。')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'お支払い方法を変更する' })).toBeNull();
  });

  it('leads to what was shown with the order, where that was kept', () => {
    const { unmount } = show({ orderId: 'o-1' });
    const name = 'お申し込み内容の控えを見る';
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(
      '/mypage/evidence/o-1?returnTo=%2Fmypage%2Fsubscription%2Fs-1',
    );
    unmount();
    show();
    expect(screen.queryByRole('link', { name })).toBeNull();
  });

  it('a contract on hold tells no day of settlement, which is over', () => {
    const { unmount } = show({ outlook: { ...charged, course: 'RETRIED' } });
    expect(screen.getByText('次回のお支払い日')).toBeTruthy();
    unmount();
    show({ subscription: held, outlook: waiting });
    expect(screen.queryByText('次回のお支払い日')).toBeNull();
  });

  it('S-071: leads to changing the method, not while it renews', () => {
    const { unmount } = show();
    expect(screen.getByRole('link', { name: 'お支払い方法を変更する' }).getAttribute('href')).toBe(
      `${base}/payment-method`,
    );
    unmount();
    show({ changeBlockedBy: { code: 'SUBSCRIPTION_RENEWING_METHOD', field: null, message: '契約更新中です。' } });
    expect(screen.queryByRole('link', { name: 'お支払い方法を変更する' })).toBeNull();
    expect(screen.getByText('契約更新中です。')).toBeTruthy();
  });
});

describe('paying again', () => {
  it('S-083: asks, charges once and says that the contract goes on', async () => {
    answer('RetryPayment', { result: { redirectTo: base, flowError: null, userErrors: [] } });
    answer('SubscriptionScreen', {
      screen: { ...contractPage, subscription: { ...contract, subscriptionStatus: 'HOLD_RELEASED' } },
    });
    show({ subscription: held, outlook: waiting });
    await userEvent.click(button('今すぐ支払う'));
    const dialog = within(screen.getByRole('dialog', { name: '今すぐ支払う' }));
    expect(dialog.getByText('2026/11/22〜2026/12/21')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: '支払う' }));
    expect(await screen.findByText('お支払いが完了し、ご契約を再開しました。')).toBeTruthy();
    expect(asked('RetryPayment')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: '今すぐ支払う' })).toBeNull();
  });

  it('a refused card leaves it on hold, with the words of the server', async () => {
    answer('RetryPayment', {
      result: {
        redirectTo: null,
        flowError: null,
        userErrors: [{ code: 'CARD_DECLINED', field: null, message: '承認されませんでした。' }],
      },
    });
    answer('SubscriptionScreen', { screen: { ...contractPage, subscription: held, outlook: waiting } });
    show({ subscription: held, outlook: waiting });
    await userEvent.click(button('今すぐ支払う'));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '支払う' }));
    expect(await screen.findByText('承認されませんでした。')).toBeTruthy();
    expect(button('今すぐ支払う')).toBeTruthy();
  });

  it('is not offered where it is not possible', () => {
    show({
      subscription: held,
      outlook: waiting,
      retryBlockedBy: { code: 'SUBSCRIPTION_ENDING', field: null, message: '終了' },
    });
    expect(screen.queryByRole('button', { name: '今すぐ支払う' })).toBeNull();
  });
});

const master = { ...visa, accountPaymentMethodId: 'm-master' };
const cardScripts = { merchantId: 'm', serviceId: 's', tokenScriptUrl: '', tdsScriptUrl: '', contactEmail: null };
const changePage = {
  ...plain,
  cardScripts,
  subscription: { ...contract, accountPaymentMethod: visa } as SubscriptionFragment,
  outlook: charged,
  paymentMethods: [master, visa, expired],
  unusable: [] as PaymentMethodType[],
  blockedBy: null as { code: string; field: null; message: string } | null,
};

const change = (changes: Partial<typeof changePage> = {}, added = '') =>
  renderView(<ChangeMethodView />, {
    document: ChangeMethodScreenDocument,
    data: { screen: { ...changePage, ...changes } },
    variables: { subscriptionId: 's-1' },
    address: `${base}/payment-method${added}`,
  });

describe('changing the payment method', () => {
  it('R-068: chooses another one; the present one, which is marked, and an expired one cannot be chosen', async () => {
    answer('ChangePaymentMethod', {
      result: { redirectTo: `${base}/payment-method/complete`, flowError: null, userErrors: [] },
    });
    change();
    const [first, second, third] = screen.getAllByRole<HTMLInputElement>('radio');
    expect([first, second, third].map((radio) => [radio?.checked, radio?.disabled])).toEqual([
      [false, false],
      [false, true],
      [false, true],
    ]);
    expect(second?.closest('label')?.textContent).toContain('現在使用中');
    await userEvent.click(first as HTMLInputElement);
    await userEvent.click(button('変更する'));
    await waitFor(() => expect(router.replace).toHaveBeenCalled());
    expect(asked('ChangePaymentMethod')).toEqual([{ subscriptionId: 's-1', paymentMethodId: 'm-master' }]);
  });

  it('A-139 E-055: marks the tiles and sends no request when none is chosen', async () => {
    change({ subscription: { ...contract, accountPaymentMethod: expired } });
    await userEvent.click(button('変更する'));
    expect(await screen.findByText('お支払い方法を選択してください。')).toBeTruthy();
    expect(asked('ChangePaymentMethod')).toHaveLength(0);
  });

  it('says that changing pays for a contract on hold', () => {
    change({ subscription: { ...held, accountPaymentMethod: visa }, outlook: waiting });
    expect(screen.getByText(/すぐにお支払いいただきます/)).toBeTruthy();
    expect(button('変更して支払う')).toBeTruthy();
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ disabled }) => disabled)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('without another method there is only the way to add one', () => {
    const { container } = change({ paymentMethods: [visa, expired] });
    expect(screen.getByText('ほかにお使いいただけるお支払い方法はありません。')).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('button', { name: '変更する' })).toBeNull();
    expect(container.querySelector('.button-primary')?.textContent).toBe('お支払い方法を追加する');
  });

  const cardForm = () => screen.queryByRole('region', { name: 'クレジットカードの追加' });
  const picked = () => screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked);

  it.each([
    ['is on hold', { subscription: { ...held, accountPaymentMethod: visa }, outlook: waiting }],
    ['was refused and is tried again', { outlook: { ...charged, course: 'RETRIED', lastDay: '2026-12-08' } }],
    ['is paid with a card that has expired', { subscription: { ...contract, accountPaymentMethod: expired } }],
  ] as [string, Partial<typeof changePage>][])(
    'U-4: a contract that %s has the form of a card open, and no method chosen',
    (_, changes) => {
      change(changes);
      expect(cardForm()).toBeTruthy();
      expect(picked()).toEqual([false, false, false]);
    },
  );

  it('U-4: chooses the card with which the bank led back', () => {
    change({ subscription: { ...held, accountPaymentMethod: visa }, outlook: waiting }, '?paymentMethodId=m-master');
    expect(cardForm()).toBeNull();
    expect(picked()).toEqual([true, false, false]);
  });

  it('has no form of a card where the present method is good', () => {
    change();
    expect(cardForm()).toBeNull();
  });

  it('E-074: says that there is none, and takes a card', () => {
    change({ paymentMethods: [] });
    expect(screen.getByText(/お支払い方法が登録されていません。/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'お支払い方法を追加する' }).getAttribute('href')).toContain(
      '/mypage/payment-method?returnTo=',
    );
  });

  it('E-073: says why it cannot be changed, and offers nothing', () => {
    change({ blockedBy: { code: 'PAYMENT_METHOD_NOT_CHANGEABLE', field: null, message: '変更できません。' } });
    expect(screen.getByText('変更できません。')).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it.each([
    [false, '次回以降のお支払いには、新しいお支払い方法を使います。'],
    [true, 'お支払いが完了し、ご契約を再開しました。次回以降のお支払いにも、新しいお支払い方法を使います。'],
  ])('R-069: says that it was changed, and whether it was paid: %s', (isReleased, words) => {
    renderView(<MethodChangedView />, {
      document: MethodChangedScreenDocument,
      data: { screen: { ...plain, subscription: contract, outlook: charged, isReleased } },
      variables: { subscriptionId: 's-1' },
      address: `${base}/payment-method/complete`,
    });
    expect(screen.getByRole('heading', { level: 1, name: 'お支払い方法を変更しました' })).toBeTruthy();
    expect(screen.getByText(words)).toBeTruthy();
  });
});
