import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WithdrawCompleteScreenDocument } from '@/generated/WithdrawCompleteScreen';
import { WithdrawPinCodeScreenDocument } from '@/generated/WithdrawPinCodeScreen';
import { WithdrawScreenDocument } from '@/generated/WithdrawScreen';
import { neutralRoot } from '@/lib/root';
import { findAlert } from '@/testing/alerts';
import { answer, asked } from '@/testing/api';
import { contract, ending, held } from '@/testing/plans';
import { errorSummary, fieldError } from '@/testing/refusal';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { question, surveyOf } from '@/testing/survey';
import './schema'; // else the first check of the first test waits for it
import { WithdrawCompleteView } from './WithdrawCompleteView';
import { WithdrawPinCodeView } from './WithdrawPinCodeView';
import { WithdrawView } from './WithdrawView';

afterEach(() => void vi.useRealTimers());

const done = (redirectTo: string | null = null) => ({ result: { redirectTo, flowError: null, userErrors: [] } });
const refused = (code: string, field: string | null, message: string) => ({
  result: { redirectTo: null, flowError: null, userErrors: [{ code, field, message }] },
});
const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;

const form = {
  redirectTo: null,
  flowError: null,
  contractSubscriptions: [] as (typeof contract)[],
  hasContractSubscription: false,
  survey: surveyOf(question('radio', { required: true }), question('textarea')),
  policy: null,
  openAgreements: [] as { accountPaymentMethodId: string; paymentMethodType: 'SbpsPaypay' }[],
};

const { authCodeSetting } = neutralRoot('ja').storeSettingData;

const show = (changes: Partial<typeof form> = {}, root: object = {}, locale: 'ja' | 'en' = 'ja') =>
  renderView(<WithdrawView />, {
    document: WithdrawScreenDocument,
    data: { screen: { ...form, ...changes } },
    root: { authId: 'a1', ...root },
    storeSettingData: { authCodeSetting: { ...authCodeSetting, withdraw: { displayName: '退会確認コード' } } },
    address: '/withdraw',
    locale,
  });

describe('the form', () => {
  it('R-104 L-132 L-133: asks the survey and for consent, and sends both', async () => {
    answer('ConfirmWithdrawal', done('/withdraw/pin-code'));
    show();
    expect(screen.getByRole('heading', { level: 1, name: '退会' })).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'radio b' }));
    await userEvent.type(screen.getByRole('textbox'), '海の映画を');
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(button('退会確認コードを送信する'));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/withdraw/pin-code'));
    expect(asked('ConfirmWithdrawal')).toEqual([
      {
        consent: true,
        answers: [
          { questionId: 'radio', values: ['b'] },
          { questionId: 'textarea', values: ['海の映画を'] },
        ],
      },
    ]);
  });

  it('says what does not end by leaving, and where to end it before', () => {
    show({ openAgreements: [{ accountPaymentMethodId: 'm-paypay', paymentMethodType: 'SbpsPaypay' }] });
    expect(screen.getByText(/PayPayとの継続課金の契約は、退会してもPayPay側に残ります。/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'お支払い方法の画面へ' }).getAttribute('href')).toBe(
      '/mypage/payment-method',
    );
  });

  it('V-123 V-124: without consent and answers nothing is sent', async () => {
    show();
    await userEvent.click(button('退会確認コードを送信する'));
    expect(await fieldError('同意は必須です')).toBeTruthy();
    expect(await fieldError('「radioの質問」の選択肢から選択してください。')).toBeTruthy();
    expect(asked('ConfirmWithdrawal')).toEqual([]);
  });

  it('V-124: a mistake that the server finds is shown at its question', async () => {
    answer('ConfirmWithdrawal', refused('TOO_LONG', 'answers.textarea', '300文字以内で入力してください。'));
    show();
    await userEvent.click(screen.getByRole('radio', { name: 'radio a' }));
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(button('退会確認コードを送信する'));
    const field = await screen.findByRole('textbox', { description: /300文字以内/ });
    await waitFor(() => expect(document.activeElement).toBe(errorSummary()));
    await userEvent.click(screen.getByRole('link', { name: /300文字以内/ }));
    expect(document.activeElement).toBe(field);
  });

  it('needs nothing but consent in a store that asks nothing', async () => {
    answer('ConfirmWithdrawal', done('/withdraw/pin-code'));
    show({ survey: null as never });
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(button('退会確認コードを送信する'));
    await waitFor(() => expect(asked('ConfirmWithdrawal')).toEqual([{ consent: true, answers: [] }]));
  });

  it.each([
    ['running', contract],
    ['held', held],
  ])(
    'S-115 L-134 L-062: a %s contract is listed with the ways to it and to cancelling it, and there is no form',
    (_name, one) => {
      show({ contractSubscriptions: [one], hasContractSubscription: true });
      const list = screen.getByRole('region', { name: 'ご契約中のプラン' });
      const links = within(list).getAllByRole('link');
      expect(links.map((one) => one.getAttribute('href'))).toEqual([
        '/mypage/subscription/s-1',
        '/mypage/subscription/s-1/withdraw?returnTo=%2Fwithdraw',
      ]);
      expect(links[1]?.textContent).toMatch(/^解約する/);
      expect(screen.getByText(/「解約する」から、先に解約してください/)).toBeTruthy();
      expect(screen.queryByRole('checkbox')).toBeNull();
      expect(screen.queryByRole('button')).toBeNull();
    },
  );

  it('S-072: one that is being renewed cannot be cancelled from the list', () => {
    show({ contractSubscriptions: [{ ...contract, isWithdraw: false }], hasContractSubscription: true });
    expect(screen.queryByRole('link', { name: /解約する/ })).toBeNull();
  });

  it('S-115 S-076 S-078 A-128: a contract that is scheduled to end is listed with what is lost, and the form is below', () => {
    show({ contractSubscriptions: [ending], survey: null as never });
    expect(screen.queryByRole('link', { name: /解約する/ })).toBeNull();
    expect(screen.getByRole('link', { name: /プランを継続する/ }).getAttribute('href')).toBe(
      '/mypage/subscription/s-1/withdraw/cancel',
    );
    expect(screen.getByText(/返金もございません/)).toBeTruthy();
    expect(screen.getByRole('checkbox')).toBeTruthy();
  });

  it('A-195: opens in the app too, and in English', () => {
    show({}, { isApp: true }, 'en');
    expect(screen.getByRole('heading', { level: 1, name: 'Close account' })).toBeTruthy();
    expect(button('Send my 退会確認コード')).toBeTruthy();
  });
});

describe('the code', () => {
  const showCode = () =>
    renderView(<WithdrawPinCodeView />, {
      document: WithdrawPinCodeScreenDocument,
      data: {
        screen: {
          redirectTo: null,
          flowError: null,
          sendTo: 'taro@example.com',
          codeName: '退会確認コード',
          codeMinutes: 10,
          resendAt: '2026-05-15T00:00:30Z',
        },
      },
      root: { authId: 'a1' },
      address: '/withdraw/pin-code',
    });

  it('R-105 S-114: ends the membership', async () => {
    answer('Withdraw', done('/withdraw/complete'));
    sessionStorage.setItem('kaiin.draft.profile', '{}');
    showCode();
    expect(screen.getByText('taro@example.com')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('退会確認コード'), '０１２３４５');
    await userEvent.click(button('退会する'));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/withdraw/complete'));
    expect(asked('Withdraw')).toEqual([{ pinCode: '012345' }]);
    expect(sessionStorage).toHaveLength(0);
  });

  it('E-096: says that a plan is still under contract, with the way to it', async () => {
    const message = 'ご契約中のプランがあるため退会できません。先にプランを解約してください。';
    answer('Withdraw', refused('CONTRACT_REMAINS', null, message));
    showCode();
    await userEvent.type(screen.getByLabelText('退会確認コード'), '012345');
    await userEvent.click(button('退会する'));
    expect((await findAlert()).textContent).toBe(message);
    expect(screen.getByRole('link', { name: 'ご契約を確認する' }).getAttribute('href')).toBe('/withdraw');
  });

  it('S-116: is sent again after 30 seconds, counted down', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answer('SendPinCode', done());
    showCode();
    expect(button('コードを再送する').disabled).toBe(true);
    expect(screen.getByText('30秒後に再送できます')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(29_000));
    expect(button('コードを再送する').disabled).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    await userEvent.click(button('コードを再送する'));
    await waitFor(() => expect(asked('SendPinCode')).toEqual([{ type: 'withdraw' }]));
    expect(button('コードを再送する').disabled).toBe(true);
  });
});

it('R-106: the last page says that it is done', () => {
  renderView(<WithdrawCompleteView />, {
    document: WithdrawCompleteScreenDocument,
    data: { screen: { redirectTo: null, flowError: null } },
    address: '/withdraw/complete',
  });
  expect(screen.getByRole('heading', { level: 1, name: '退会が完了しました' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'トップページへ' }).getAttribute('href')).toBe('/');
});
