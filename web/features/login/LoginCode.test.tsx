import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { LoginCodeScreenDocument } from '@/generated/LoginCodeScreen';
import { findAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { LoginCodeView } from './LoginCodeView';
import './schema'; // else the first check of the first test waits for it

const page = {
  redirectTo: null,
  flowError: null,
  emailUserId: 'taro@example.jp',
  codeName: 'ログインコード',
  codeMinutes: 10,
  resendAt: null,
  returnTo: '/plans/club',
  wantedPlan: { planId: 'club', planName: '友の会' },
};
const show = (address = '/login/code') =>
  renderView(<LoginCodeView />, { document: LoginCodeScreenDocument, data: { screen: page }, address });
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'ログインする' });
const enter = async (code: string) => {
  await userEvent.clear(screen.getByLabelText('ログインコード'));
  await userEvent.type(screen.getByLabelText('ログインコード'), code);
  await userEvent.click(button());
};

describe('the entry of the login code', () => {
  it('R-005: says where the code went, without saying that there is an account', () => {
    show();
    expect(screen.getByRole('heading', { name: 'ログインコードの入力' })).toBeTruthy();
    expect(screen.getByText('taro@example.jp')).toBeTruthy();
    expect(screen.getByText(/^「友の会」のお申し込み/)).toBeTruthy(); // P-02
    expect(screen.getByText(/登録されている場合/)).toBeTruthy();
    expect(screen.getByLabelText('ログインコード').getAttribute('autocomplete')).toBe('one-time-code');
  });

  it('V-024: the code is required, in words that name it', async () => {
    show();
    await userEvent.click(button());
    expect(await screen.findByText('ログインコードを入力してください。')).toBeTruthy();
    expect(asked('Login')).toEqual([]);
  });

  it('S-011: sends it with the identifier, then goes where the server says', async () => {
    answer('Login', { result: { redirectTo: '/mypage', flowError: null, userErrors: [] } });
    show('/oidc/login/code');
    await enter('１２３ 456');
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/mypage'));
    const input = { emailUserId: 'taro@example.jp', authCode: '123456', loginMethod: 'AuthCode', deviceHint: null };
    expect(asked('Login')).toEqual([{ ...input, oidc: true }]);
  });

  it('E-006 S-014: a wrong code is told at its field, and the button waits until it is another', async () => {
    const message = 'ログインコードの認証に失敗しました。';
    answer('Login', {
      result: {
        redirectTo: null,
        flowError: null,
        userErrors: [{ code: 'PIN_CODE_ERROR', field: 'authCode', message }],
      },
    });
    show();
    await enter('123456');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(button().disabled).toBe(true);
    await userEvent.type(screen.getByLabelText('ログインコード'), '{Backspace}7');
    expect(button().disabled).toBe(false);
  });

  it.each([['LOGIN_PROHIBITED'], ['LOGIN_FAILED_CODE']])('E-007: %s reads that authentication failed', async (code) => {
    answer('Login', {
      result: { redirectTo: null, flowError: null, userErrors: [{ code, field: null, message: '別の文' }] },
    });
    show();
    await enter('123456');
    expect((await findAlert()).textContent).toBe('認証に失敗しました。');
  });

  it('E-007 E-015: who has tried too often is told to wait as well', async () => {
    answerError('Login', 'TOO_MANY_REQUESTS', 'しばらく時間をおいて', { retryAfter: 45 });
    show();
    await enter('123456');
    expect((await findAlert()).textContent).toBe('認証に失敗しました。 しばらく時間をおいて');
    expect(screen.getByText('あと約45秒で、もう一度お試しいただけます。')).toBeTruthy();
  });

  it('a code can be sent again after 30 seconds, without leaving the page', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      answer('SendLoginCode', { result: { redirectTo: '/login/code', flowError: null, userErrors: [] } });
      show();
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'コードを再送する' }).disabled).toBe(true);
      await vi.advanceTimersByTimeAsync(30_500);
      await userEvent.click(screen.getByRole('button', { name: 'コードを再送する' }));
      expect(await screen.findByText('ログインコードを再送しました。')).toBeTruthy();
      expect(asked('SendLoginCode')).toEqual([{ emailUserId: 'taro@example.jp', isAmaltheaLogin: false }]);
      expect(router.push).not.toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
    }
  });
});
