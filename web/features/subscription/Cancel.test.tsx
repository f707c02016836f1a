import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CancellationUndoneScreenDocument } from '@/generated/CancellationUndoneScreen';
import { CancelSubscriptionScreenDocument } from '@/generated/CancelSubscriptionScreen';
import { SubscriptionCancelledScreenDocument } from '@/generated/SubscriptionCancelledScreen';
import { UndoCancellationScreenDocument } from '@/generated/UndoCancellationScreen';
import { findAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { contract, ending, held, trial } from '@/testing/plans';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { question, surveyOf } from '@/testing/survey';
import './schema'; // else the first check of the first test waits for it
import { CancelledView } from './CancelledView';
import { CancelView } from './CancelView';
import { KeptView } from './KeptView';
import { UndoView } from './UndoView';

type Locale = 'ja' | 'en';

const base = '/mypage/subscription/s-1';
const plain = { redirectTo: null, flowError: null };
const done = (redirectTo: string) => ({ result: { redirectTo, flowError: null, userErrors: [] } });
const refused = (code: string, field: string | null, message: string) => ({
  result: { redirectTo: null, flowError: null, userErrors: [{ code, field, message }] },
});
const blocked = (code: string, message: string) => ({ code, field: null, message });
const button = (name: string) => screen.getByRole('button', { name });
const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

const renewing = '契約更新中のため、解約することができません。';

const cancelPage = {
  ...plain,
  subscription: contract,
  lastViewingDay: '2026-12-04' as string | null,
  survey: surveyOf(question('radio'), question('textarea')) as ReturnType<typeof surveyOf> | null,
  blockedBy: null as ReturnType<typeof blocked> | null,
  isPlanChangeable: false,
  returnTo: null as string | null,
};

const showCancel = (changes: Partial<typeof cancelPage> = {}, locale: Locale = 'ja') =>
  renderView(<CancelView />, {
    document: CancelSubscriptionScreenDocument,
    data: { screen: { ...cancelPage, ...changes } },
    variables: { subscriptionId: 's-1' },
    address: `${base}/withdraw`,
    locale,
  });

describe('cancelling', () => {
  it('U-1: leads to the change of the plan, where there is one', () => {
    const { unmount } = showCancel({ isPlanChangeable: true });
    expect(link('プランを変更する')).toBe(`${base}/plan`);
    unmount();
    showCancel();
    expect(screen.queryByRole('link', { name: 'プランを変更する' })).toBeNull();
  });

  it('R-070 L-060: says what ends when, asks the survey and sends it', async () => {
    answer('CancelSubscription', done(`${base}/withdraw/complete`));
    showCancel();
    expect(screen.getByRole('heading', { level: 1, name: 'プランの解約' })).toBeTruthy();
    const effects = within(screen.getByRole('region', { name: '解約すると' }));
    expect(effects.getByText('2026/12/4の終わりまで、これまでどおりご視聴いただけます。')).toBeTruthy();
    expect(effects.getByText(/^2026\/12\/5以降のお支払いは発生しません。/)).toBeTruthy();
    expect(effects.getByText('2026/12/4までは、解約を取り消すことができます。')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'radio b' }));
    await userEvent.click(button('解約する'));
    await waitFor(() => expect(router.replace).toHaveBeenCalledWith(`${base}/withdraw/complete`));
    expect(asked('CancelSubscription')).toEqual([
      { subscriptionId: 's-1', answers: [{ questionId: 'radio', values: ['b'] }] },
    ]);
  });

  it('a store that asks nothing needs no answer', async () => {
    answer('CancelSubscription', done(`${base}/withdraw/complete`));
    showCancel({ survey: null });
    await userEvent.click(button('解約する'));
    await waitFor(() => expect(asked('CancelSubscription')).toEqual([{ subscriptionId: 's-1', answers: [] }]));
  });

  it('a question that must be answered says so in its own words, and nothing is sent', async () => {
    showCancel({ survey: surveyOf(question('radio', { required: true, questionTitle: '理由をお聞かせください' })) });
    await userEvent.click(button('解約する'));
    expect(await screen.findByText('「理由をお聞かせください」の選択肢から選択してください。')).toBeTruthy();
    expect(asked('CancelSubscription')).toEqual([]);
  });

  it('a mistake that the server finds is shown at its question', async () => {
    answer('CancelSubscription', refused('TOO_LONG', 'answers.textarea', '300文字以内で入力してください。'));
    showCancel();
    await userEvent.click(button('解約する'));
    const field = await screen.findByRole('textbox', { description: /300文字以内/ });
    expect(document.activeElement).toBe(field);
  });

  it.each([
    ['E-050', 'SUBSCRIPTION_RENEWING', renewing],
    ['E-053', 'SUBSCRIPTION_ALREADY_CANCELLED', 'このご契約はすでに解約予定か、解約済みです。'],
  ])('%s: a refusal is told in its own words', async (_row, code, message) => {
    answer('CancelSubscription', refused(code, null, message));
    showCancel();
    await userEvent.click(button('解約する'));
    expect((await findAlert()).textContent).toBe(message);
  });

  it.each([
    ['ja', '解約する', '解約のお手続きに失敗しました。しばらく時間をおいてからもう一度お試しください。'],
    ['en', 'Cancel the plan', 'The cancellation failed. Please wait a while and try again.'],
  ] as const)('E-052: a failure says that the cancellation failed (%s)', async (locale, press, message) => {
    answerError('CancelSubscription', 'INTERNAL', 'エラーが発生しました');
    showCancel({}, locale);
    await userEvent.click(button(press));
    expect((await findAlert()).textContent).toBe(message);
  });

  it('S-073 E-050: while it renews there is no form, only why', () => {
    showCancel({ blockedBy: blocked('SUBSCRIPTION_RENEWING', renewing) });
    expect(screen.getByText(renewing)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('L-061: leads back to where the member came from, and to nowhere else', () => {
    const { unmount } = showCancel({ returnTo: '/withdraw' });
    expect(link('退会のご案内へ戻る')).toBe('/withdraw');
    expect(link('解約せずに利用を続ける')).toBe('/withdraw');
    unmount();
    for (const returnTo of [null, '//evil.example', 'https://evil.example']) {
      const view = showCancel({ returnTo });
      expect(link('契約内容へ戻る')).toBe(base);
      expect(link('解約せずに利用を続ける')).toBe(base);
      view.unmount();
    }
  });

  it('a trial costs nothing, a held contract has nothing left to watch', () => {
    const { unmount } = showCancel({ subscription: trial }, 'en');
    expect(screen.getByText('The plan ends while it is free, and you pay nothing.')).toBeTruthy();
    expect(screen.queryByText(/not charged on/)).toBeNull();
    unmount();
    showCancel({ subscription: held, lastViewingDay: null });
    expect(screen.getByText(/視聴はすでに停止しています/)).toBeTruthy();
    expect(screen.queryByText(/終わりまで/)).toBeNull();
  });
});

describe('the receipt', () => {
  const receipt = {
    ...plain,
    subscriptionId: 's-1',
    planName: contract.planName,
    receiptNumber: 'K-7QXM-2PZC-HT5W',
    endDay: '2026-12-04',
    lastViewingDay: '2026-12-04' as string | null,
    isUndoable: true,
    isPaymentOpen: false,
    returnTo: null as string | null,
  };
  const show = (changes: Partial<typeof receipt> = {}) =>
    renderView(<CancelledView />, {
      document: SubscriptionCancelledScreenDocument,
      data: { screen: { ...receipt, ...changes } },
      variables: { subscriptionId: 's-1' },
      address: `${base}/withdraw/complete`,
    });

  it('R-071: has a number, the last day and the way to take it back', () => {
    show();
    expect(screen.getByRole('heading', { level: 1, name: '解約のお手続きが完了しました' })).toBeTruthy();
    expect(screen.getByText('K-7QXM-2PZC-HT5W')).toBeTruthy();
    expect(screen.getByText('2026/12/4')).toBeTruthy();
    expect(link('解約を取り消す')).toBe(`${base}/withdraw/cancel`);
    expect(link('ご契約の一覧を見る')).toBe('/mypage/plans');
  });

  it('M-22: says what happens to a payment that is still looked up, only where there is one', () => {
    show({ isPaymentOpen: true, isUndoable: false });
    expect(screen.getByText(/自動的に全額を返金し、メールでお知らせします/)).toBeTruthy();
    cleanup();
    show();
    expect(screen.queryByText(/全額を返金/)).toBeNull();
  });

  it('leads back to leaving, and offers nothing that is too late', () => {
    show({ returnTo: '/withdraw', isUndoable: false });
    expect(link('退会のご案内へ戻る')).toBe('/withdraw');
    expect(screen.queryByRole('link', { name: '解約を取り消す' })).toBeNull();
  });
});

describe('taking it back', () => {
  const show = (blockedBy: ReturnType<typeof blocked> | null = null, subscription = ending, locale: Locale = 'ja') =>
    renderView(<UndoView />, {
      document: UndoCancellationScreenDocument,
      data: { screen: { ...plain, subscription, blockedBy } },
      variables: { subscriptionId: 's-1' },
      address: `${base}/withdraw/cancel`,
      locale,
    });

  it('R-072: says what is paid then, and does it', async () => {
    answer('UndoCancellation', done(`${base}/withdraw/cancel/complete`));
    show();
    expect(screen.getByRole('heading', { level: 1, name: '解約の取り消し' })).toBeTruthy();
    expect(screen.getByText('解約したままの場合').nextElementSibling?.textContent).toBe('2026/12/4まで視聴できます');
    expect(screen.getByText('取り消した場合').nextElementSibling?.textContent).toBe(
      '2026/12/5に1,100円（税込） 1か月あたり',
    );
    await userEvent.click(button('解約を取り消す'));
    await waitFor(() => expect(router.replace).toHaveBeenCalledWith(`${base}/withdraw/cancel/complete`));
    expect(asked('UndoCancellation')).toEqual([{ subscriptionId: 's-1' }]);
    expect(link('解約したままにする')).toBe(base);
  });

  it('S-074 E-051: while it renews there is no button, only why', () => {
    const message = '契約更新中のため、解約取り消しすることができません。';
    show(blocked('SUBSCRIPTION_RENEWING_UNDO', message));
    expect(screen.getByText(message)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('S-080 A-134: without a payment method it leads to where one is registered', () => {
    show(blocked('PAYMENT_METHOD_NOT_REGISTERED', 'お支払い方法が登録されていません。'));
    expect(link('お支払い方法を登録する')).toBe('/mypage/payment-method');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('a held contract goes back on hold', () => {
    show(null, { ...ending, subscriptionStatus: 'HOLD_CANCEL_REQUEST' }, 'en');
    expect(screen.getByText('The plan is awaiting payment again, because we could not take yours.')).toBeTruthy();
    expect(screen.queryByText('If you undo it')).toBeNull();
  });

  it('R-073: then says that the plan goes on', () => {
    renderView(<KeptView />, {
      document: CancellationUndoneScreenDocument,
      data: { screen: { ...plain, subscription: contract, nextPaymentDay: '2026-12-05' } },
      variables: { subscriptionId: 's-1' },
      address: `${base}/withdraw/cancel/complete`,
    });
    expect(screen.getByRole('heading', { level: 1, name: '解約を取り消しました' })).toBeTruthy();
    expect(screen.getByText('次回のお支払い日').nextElementSibling?.textContent).toBe('2026/12/5に1,100円（税込）');
    expect(link('契約内容を確認する')).toBe(base);
  });

  it('names the plan that was chosen for later, which comes back with it', () => {
    const planChange = {
      planId: 'annual',
      planName: '年間パスポート',
      service: '',
      renewSpan: 12,
      renewSpanUnit: 'months' as const,
      day: '2026-12-05',
      amount: 9800,
      tax: 890,
      periodEnd: '2027-12-04',
    };
    renderView(<KeptView />, {
      document: CancellationUndoneScreenDocument,
      data: { screen: { ...plain, subscription: { ...contract, planChange }, nextPaymentDay: '2026-12-05' } },
      variables: { subscriptionId: 's-1' },
      address: `${base}/withdraw/cancel/complete`,
    });
    expect(screen.getByText('次回のお支払い日からのプラン')).toBeTruthy();
    expect(screen.getByText('年間パスポート')).toBeTruthy();
  });
});
