import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { LeaveScreenDocument } from '@/generated/LeaveScreen';
import { answer, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { LeaveView } from './LeaveView';

type Locale = 'ja' | 'en';

const page = {
  redirectTo: null,
  flowError: null,
  subscriptionId: 's-1',
  planName: '見放題スタンダード' as string | null,
  isTrial: false,
  lastViewingDay: '2026-12-04' as string | null,
  nextSettlementDay: '2026-12-05' as string | null,
  blockedBy: null as { code: string; field: null; message: string } | null,
  receiptNumber: null as string | null,
  endDay: null as string | null,
  isUndoable: null as boolean | null,
  isPaymentOpen: false,
};
const cancelled = {
  nextSettlementDay: null,
  receiptNumber: 'K-7QXM-2PZC-HT5W',
  endDay: '2026-12-04',
  isUndoable: true,
};

const show = (changes: Partial<typeof page> = {}, locale: Locale = 'ja') =>
  renderView(<LeaveView />, {
    document: LeaveScreenDocument,
    data: { screen: { ...page, ...changes } },
    variables: { token: 'the-token' },
    address: '/leave?token=the-token',
    locale,
  });

const done = { result: { redirectTo: null, flowError: null, userErrors: [] } };
const button = (name: string) => screen.getByRole('button', { name });

describe('cancelling by the link of a mail', () => {
  it('says what ends when, acts only when pressed, and then shows the receipt', async () => {
    answer('Leave', done);
    answer('LeaveScreen', { screen: { ...page, ...cancelled } });
    show();
    const effects = within(screen.getByRole('region', { name: '解約すると' }));
    expect(effects.getByText('2026/12/4の終わりまで、これまでどおりご視聴いただけます。')).toBeTruthy();
    expect(effects.getByText(/^2026\/12\/5以降のお支払いは発生しません。/)).toBeTruthy();
    expect(asked('Leave')).toEqual([]);
    await userEvent.click(button('解約する'));
    expect(await screen.findByText('K-7QXM-2PZC-HT5W')).toBeTruthy();
    expect(asked('Leave')).toEqual([{ token: 'the-token' }]);
    expect(screen.queryByRole('button', { name: '解約する' })).toBeNull();
  });

  it.each([
    ['ja', '解約を取り消す'],
    ['en', 'Keep my plan'],
  ] as const)('a contract that is cancelled already shows its receipt and the way back (%s)', (locale, undo) => {
    show(cancelled, locale);
    expect(screen.getByText('K-7QXM-2PZC-HT5W')).toBeTruthy();
    expect(screen.getByRole('link', { name: undo }).getAttribute('href')).toBe(
      '/mypage/subscription/s-1/withdraw/cancel',
    );
  });

  it('M-22: says what becomes of a payment that is still looked up', () => {
    show({ ...cancelled, isPaymentOpen: true, isUndoable: false }, 'en');
    expect(screen.getByText(/refunded in full automatically/)).toBeTruthy();
  });

  it('offers no way back when its time is over', () => {
    show({ ...cancelled, isUndoable: false });
    expect(screen.queryByRole('link', { name: '解約を取り消す' })).toBeNull();
  });

  it('says why it cannot be cancelled now, and offers nothing', () => {
    const message = '契約更新中のため、解約することができません。';
    show({ blockedBy: { code: 'SUBSCRIPTION_RENEWING', field: null, message } });
    expect(screen.getByText(message)).toBeTruthy();
    expect(screen.queryByRole('button', { name: '解約する' })).toBeNull();
  });

  it.each([
    [{ isTrial: true }, '無料トライアルのまま終了し、料金はかかりません。'],
    [
      { lastViewingDay: null, nextSettlementDay: null },
      'お支払い待ちのため、視聴はすでに停止しています。ご契約は本日で終了します。',
    ],
  ])('tells a trial and a hold apart', (changes, words) => {
    show(changes);
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('a link that does not work shows nothing to press, and the one h1 of the dialog', () => {
    const flowError = { redirectTo: '/mypage', message: '最初からやり直してください。' };
    renderView(<LeaveView />, {
      document: LeaveScreenDocument,
      data: { screen: { ...page, flowError, planName: null } },
      flowError,
    });
    expect(screen.queryByRole('button', { name: '解約する' })).toBeNull();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Error');
  });

  it('a press that is refused says why', async () => {
    const message = '契約更新中のため、解約することができません。';
    answer('Leave', {
      result: { ...done.result, userErrors: [{ code: 'SUBSCRIPTION_RENEWING', field: null, message }] },
    });
    show();
    await userEvent.click(button('解約する'));
    expect(await screen.findByText(message)).toBeTruthy();
  });
});
