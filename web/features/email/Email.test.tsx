import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EmailEditPinCodeScreenDocument } from '@/generated/EmailEditPinCodeScreen';
import { EmailEditScreenDocument } from '@/generated/EmailEditScreen';
import { EmailVerifyScreenDocument } from '@/generated/EmailVerifyScreen';
import { findAlert, queryAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import './schema'; // else the first check of the first test waits for it
import { completed } from '@/layouts/Completed';
import { EmailEditView } from './EmailEditView';
import { EmailPinCodeView } from './EmailPinCodeView';
import { EmailVerifyView } from './EmailVerifyView';

const EmailEditCompleteView = completed('email', 'edited');
const EmailVerifyCompleteView = completed('email', 'verified');

afterEach(() => void vi.useRealTimers());

const button = (name: string | RegExp) => screen.getByRole('button', { name }) as HTMLButtonElement;
const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const done = (redirectTo: string | null = null) => ({ result: { redirectTo, flowError: null, userErrors: [] } });
const refused = (...userErrors: object[]) => ({ result: { redirectTo: null, flowError: null, userErrors } });

const screenData = {
  redirectTo: null,
  flowError: null,
  email: 'taro@example.jp',
  isEmailVerified: true,
  sendTo: null as string | null,
  isCodeSent: true,
  codeName: '認証コード',
  codeMinutes: 60,
  resendAt: null,
};

describe('email change: form', () => {
  const show = (locale: 'ja' | 'en' = 'ja') =>
    renderView(<EmailEditView />, {
      document: EmailEditScreenDocument,
      data: { screen: screenData },
      locale,
      address: '/mypage/email/edit',
    });
  const submit = async (email: string) => {
    if (email) await userEvent.type(box('新しいメールアドレス'), email);
    await userEvent.click(button('次へ'));
  };

  it('R-084 S-092 L-091 L-092 L-093: shows the present address, asks for the new one and goes on', async () => {
    answer('StartEmailEdit', done('/mypage/email/edit/pin-code'));
    show();
    expect(box('現在のメールアドレス').readOnly).toBe(true);
    expect(box('現在のメールアドレス').value).toBe('taro@example.jp');
    await submit('ｎｅｗ@example.jp');
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/mypage/email/edit/pin-code'));
    expect(asked('StartEmailEdit')).toEqual([{ email: 'new@example.jp', type: 'mailEdit' }]);
  });

  it.each([
    ['V-086', '', 'メールアドレスを入力してください。'],
    ['V-087', 'new', 'メールアドレスの形式が正しくありません。'],
    ['V-092', 'TARO@example.jp', 'メールアドレスを変更してください。'],
  ])('%s: judged before it is sent', async (_row, email, words) => {
    show();
    await submit(email);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(asked('StartEmailEdit')).toEqual([]);
  });

  it('V-086 V-092: in English', async () => {
    show('en');
    await userEvent.click(button('Next'));
    expect(await screen.findByText('Please enter your email address.')).toBeTruthy();
    await userEvent.type(box('New email address'), 'taro@example.jp');
    expect(await screen.findByText('Please change the email address.')).toBeTruthy();
  });

  it.each([
    ['INTERNAL', '', 'メールの送信に失敗しました。'],
    ['TOO_MANY_REQUESTS', 'しばらくお待ちください。', 'メールの送信に失敗しました。 しばらくお待ちください。'],
  ])('E-080: %s is an error of the field', async (code, message, words) => {
    answerError('StartEmailEdit', code, message);
    show();
    await submit('new@example.jp');
    expect(await screen.findByText(words)).toBeTruthy();
    expect(document.activeElement).toBe(box('新しいメールアドレス'));
    expect(queryAlert()).toBeNull();
  });
});

describe('email change: code', () => {
  const show = () =>
    renderView(<EmailPinCodeView />, {
      document: EmailEditPinCodeScreenDocument,
      data: { screen: { ...screenData, sendTo: 'new@example.jp' } },
      address: '/mypage/email/edit/pin-code',
    });

  it('R-085 S-092: the code that went to the new address ends the change', async () => {
    answer('ChangeEmail', done('/mypage/email/edit/complete'));
    show();
    expect(screen.getByText('new@example.jp')).toBeTruthy();
    await userEvent.type(box('認証コード'), '１２３４５６');
    await userEvent.click(button('認証する'));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/mypage/email/edit/complete'));
    expect(asked('ChangeEmail')).toEqual([{ pinCode: '123456' }]);
  });

  it('V-093: the code is required', async () => {
    show();
    await userEvent.click(button('認証する'));
    expect(await screen.findByText('認証コードを入力してください。')).toBeTruthy();
    expect(asked('ChangeEmail')).toEqual([]);
  });

  it('E-079: a wrong code is an error of its field and is not sent twice', async () => {
    answer(
      'ChangeEmail',
      refused({ code: 'PIN_CODE_ERROR', field: 'pinCode', message: '認証コードの認証に失敗しました。' }),
    );
    show();
    await userEvent.type(box('認証コード'), '111111');
    await userEvent.click(button('認証する'));
    expect(await screen.findByText('認証コードの認証に失敗しました。')).toBeTruthy();
    expect(button('認証する').disabled).toBe(true);
  });

  it('V-091: an address in use is told above the field', async () => {
    answer(
      'ChangeEmail',
      refused({ code: 'ACCOUNT_ALREADY_EXISTS_EMAIL', field: 'email', message: '既に使用されています。' }),
    );
    show();
    await userEvent.type(box('認証コード'), '123456');
    await userEvent.click(button('認証する'));
    expect((await findAlert()).textContent).toBe('既に使用されています。');
    expect(screen.getByRole('link', { name: 'メールアドレスを入力し直す' }).getAttribute('href')).toBe(
      '/mypage/email/edit',
    );
  });

  it.each(['mailEdit', 'mailVerify'] as const)('C-089 C-090: the resend of %s', async (type) => {
    vi.useFakeTimers();
    answer('SendPinCode', done());
    if (type === 'mailEdit') show();
    else verify();
    expect(button('コードを再送する').disabled).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    fireEvent.click(button('コードを再送する'));
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(asked('SendPinCode')).toEqual([{ type, email: type === 'mailEdit' ? 'new@example.jp' : 'taro@example.jp' }]);
    expect(screen.getAllByText('認証コードを再送しました。').length).toBeGreaterThan(0);
    expect(button('コードを再送する').disabled).toBe(true);
  });

  it('R-086: the completion leads to My Page', () => {
    renderView(<EmailEditCompleteView />);
    expect(screen.getByRole('link').getAttribute('href')).toBe('/mypage');
  });
});

const verify = (emailEditUrl: string | null = null, isCodeSent = true, locale: 'ja' | 'en' = 'ja') =>
  renderView(<EmailVerifyView />, {
    document: EmailVerifyScreenDocument,
    data: { screen: { ...screenData, isEmailVerified: false, isCodeSent, sendTo: 'taro@example.jp' } },
    storeSettingData: { emailEditUrl },
    address: '/mypage/email/verify',
    locale,
  });

describe('email verification', () => {
  it('A-166 S-093: the completion takes the place of the entry in the history', async () => {
    answer('VerifyEmail', done('/mypage/email/verify/complete'));
    verify();
    await userEvent.type(box('認証コード'), '123456');
    await userEvent.click(button('認証する'));
    await waitFor(() => expect(router.replace).toHaveBeenCalledWith('/mypage/email/verify/complete'));
    expect(router.push).not.toHaveBeenCalled();
    expect(asked('VerifyEmail')).toEqual([{ pinCode: '123456' }]);
  });

  it.each([
    [
      'ja',
      '認証コードはまだお送りしていません。',
      'コードを送信する',
      '次のメールアドレスに認証コードをお送りしました。',
    ],
    ['en', 'No 認証コード has been sent yet.', 'Send the code', 'We have sent your 認証コード to this address.'],
  ] as const)(
    'D-18: opened from another site (%s) it says that no code was sent, and sends one when asked to',
    async (locale, none, send, sent) => {
      answer('SendPinCode', done());
      verify(null, false, locale);
      expect(screen.getByText(none, { exact: false })).toBeTruthy();
      expect(screen.queryByText(sent)).toBeNull();
      expect(button(send).disabled).toBe(false);
      await userEvent.click(button(send));
      expect(await screen.findByText(sent)).toBeTruthy();
      expect(screen.queryByText(none, { exact: false })).toBeNull();
      expect(asked('SendPinCode')).toEqual([{ type: 'mailVerify', email: 'taro@example.jp' }]);
      expect(button(locale === 'ja' ? 'コードを再送する' : 'Send the code again').disabled).toBe(true);
    },
  );

  it('D-18: a code that could not be sent is not said to be on its way', async () => {
    answerError('SendPinCode', 'TOO_MANY_REQUESTS', 'しばらくお待ちください。');
    verify(null, false);
    await userEvent.click(button('コードを送信する'));
    expect((await findAlert()).textContent).toContain('しばらくお待ちください。');
    expect(screen.getByText('認証コードはまだお送りしていません。', { exact: false })).toBeTruthy();
    expect(button('コードを送信する').disabled).toBe(false);
  });

  it.each([
    [null, '/mypage/email/edit'],
    ['https://id.example/email', 'https://id.example/email'],
  ])('L-094: links to the change of the address', (own, href) => {
    verify(own);
    expect(screen.getByRole('link', { name: 'メールアドレスを変更する' }).getAttribute('href')).toBe(href);
  });

  it('A-166 R-089: the only link of the completion leads to My Page', () => {
    renderView(<EmailVerifyCompleteView />, { locale: 'en' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your email address is confirmed');
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/mypage']);
  });
});
