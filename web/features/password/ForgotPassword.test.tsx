import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { findAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import './schema'; // else the first check of the first test waits for it
import { ForgotCompleteView } from './ForgotCompleteView';
import { ForgotView } from './ForgotView';
import { ResetDoneView as ResetCompleteView } from './ResetDoneView';

const button = (name: string | RegExp) => screen.getByRole('button', { name }) as HTMLButtonElement;
const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const done = (redirectTo: string) => ({ result: { redirectTo, flowError: null, userErrors: [] } });

describe('the way on', () => {
  const login = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  const ask = (address: string) => renderView(<ForgotView />, { address }).unmount();
  const atTheEnd = () => {
    const { unmount } = renderView(<ResetCompleteView />);
    const href = login('ログイン画面へ');
    unmount();
    return href;
  };

  it('S-032: a plan that a visitor came for is kept over the mail, in this browser and as long as its link works', () => {
    ask('/password/forgot?returnTo=%2Fplans%2Fstandard');
    expect(atTheEnd()).toBe('/login?returnTo=%2Fplans%2Fstandard');
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60 * 60 * 1000 + 1);
    expect(atTheEnd()).toBe('/login');
    vi.restoreAllMocks();
    ask('/password/forgot'); // another time, for nothing in particular
    expect(atTheEnd()).toBe('/login');
  });

  it('a stored value of another form is ignored', () => {
    for (const text of ['', '{', 'null', '7', '{"returnTo":7,"until":9e15}', '{"returnTo":"/plans/a"}']) {
      localStorage.setItem('password.returnTo', text);
      expect(atTheEnd()).toBe('/login');
    }
  });
});

describe('request of a link', () => {
  it.each([
    ['ja', 'ご案内を送信する', 'メールアドレスを入力してください。', 'メールアドレスの形式が正しくありません。'],
    ['en', 'Send the link', 'Please enter your email address.', 'The format of the email address is incorrect.'],
  ] as const)(
    'R-039 V-037 V-038: the address is required and must be one (%s)',
    async (locale, press, empty, wrong) => {
      renderView(<ForgotView />, { locale, address: '/password/forgot' });
      await userEvent.click(button(press));
      expect(await screen.findByText(empty)).toBeTruthy();
      await userEvent.type(screen.getByRole('textbox'), 'taro@');
      expect(await screen.findByText(wrong)).toBeTruthy();
      expect(asked('ForgotPassword')).toEqual([]);
    },
  );

  it('S-032: sends the address in half width and goes on', async () => {
    answer('ForgotPassword', done('/password/forgot/complete'));
    renderView(<ForgotView />, { address: '/password/forgot' });
    await userEvent.type(box('メールアドレス'), 'ｔａｒｏ@example.jp');
    await userEvent.click(button('ご案内を送信する'));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/password/forgot/complete'));
    expect(asked('ForgotPassword')).toEqual([{ email: 'taro@example.jp' }]);
    cleanup();
    renderView(<ForgotCompleteView />);
    expect(screen.getByText('taro@example.jp'), 'the address is there to be looked over').toBeTruthy();
    sessionStorage.clear();
    cleanup();
    renderView(<ForgotCompleteView />);
    expect(screen.queryByText('taro@example.jp')).toBeNull();
  });

  it('shows the server words of a refusal', async () => {
    answerError('ForgotPassword', 'TOO_MANY_REQUESTS', 'しばらくお待ちください。');
    renderView(<ForgotView />);
    await userEvent.type(box('メールアドレス'), 'taro@example.jp');
    await userEvent.click(button('ご案内を送信する'));
    expect((await findAlert()).textContent).toBe('しばらくお待ちください。');
  });

  it.each([
    ['ja', /15分たってもメールが届かない場合/],
    ['en', /not arrived after 15 minutes/],
    //
  ] as const)('R-040 C-048 K-009: says when to look again (%s)', (locale, words) => {
    renderView(<ForgotCompleteView />, { locale, storeSettingData: { smtpDomain: 'cinema.example.jp' } });
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByText(/cinema\.example\.jp/)).toBeTruthy();
  });
});
