import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SignupPinCodeScreenDocument } from '@/generated/SignupPinCodeScreen';
import { findAlert, getAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import './schema'; // else the first check of the first test waits for it
import { done, refused, step } from '@/testing/signup';
import { SignupPinCodeView } from './SignupPinCodeView';

afterEach(() => void vi.useRealTimers());

const button = (name: string | RegExp) => screen.getByRole('button', { name }) as HTMLButtonElement;
const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;

describe('PIN step', () => {
  const screenData = { ...step, step: 2, email: 'taro@example.jp', resendAt: '2026-01-01T00:00:30Z' as string | null };
  const show = (changes: Partial<typeof screenData> = {}, locale: 'ja' | 'en' = 'ja', displayName = '認証コード') =>
    renderView(<SignupPinCodeView />, {
      document: SignupPinCodeScreenDocument,
      data: { screen: { ...screenData, ...changes } },
      storeSettingData: {
        smtpDomain: 'cinema.example.jp',
        authCodeSetting: {
          login: { displayName: '' },
          signUp: { displayName },
          withdraw: { displayName: '' },
          multiFactorEmail: { displayName: '' },
        },
      },
      locale,
      address: '/signup/pin-code',
    });
  const submit = () => button('認証して次へ進む');
  const resend = () => button('コードを再送する');

  it('A-030 R-031 S-029 K-003: says where the code went, how long it is valid and what to do when it does not come', () => {
    show();
    expect(screen.getByText('2 / 3')).toBeTruthy();
    expect(screen.getByText('taro@example.jp')).toBeTruthy();
    expect(screen.getByText(/有効期限は60分です。/)).toBeTruthy();
    expect(screen.getByText(/5分たってもメールが届かない場合/)).toBeTruthy();
    expect(box('認証コード').autocomplete).toBe('one-time-code');
    expect(screen.getByRole('link', { name: 'メールアドレスを変更する' }).getAttribute('href')).toBe('/signup/auth');
  });

  it('F-03: does not say of a code that was refused that it was sent', () => {
    show({ resendAt: null });
    expect(screen.getByText('認証コードはまだお送りしていません。', { exact: false })).toBeTruthy();
    expect(screen.getByText('taro@example.jp')).toBeTruthy();
    expect(screen.queryByText(/有効期限は60分です。/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'コードを再送する' })).toBeNull();
  });

  it('R-054: leads back to the email step of what another app asks for', () => {
    show({ returnTo: '/oidc?request=key' });
    expect(screen.getByRole('link', { name: 'メールアドレスを変更する' }).getAttribute('href')).toBe(
      '/oidc/signup/auth',
    );
  });

  it('S-028: is step 3 of 4 after the policy step', () => {
    show({ step: 3, totalSteps: 4 });
    expect(screen.getByText('3 / 4')).toBeTruthy();
  });

  it('V-032: an empty code is told by the name of the code', async () => {
    show();
    await userEvent.click(submit());
    expect(await screen.findByText('認証コードを入力してください。')).toBeTruthy();
    expect(asked('SignupPinCode')).toEqual([]);
  });

  it('V-033: full-width digits become half-width, anything else wide is refused', async () => {
    answer('SignupPinCode', done('/signup/form'));
    show();
    await userEvent.type(box('認証コード'), '番号');
    await userEvent.click(submit());
    expect(await screen.findByText('認証コードは半角で入力してください。')).toBeTruthy();
    await userEvent.clear(box('認証コード'));
    await userEvent.type(box('認証コード'), '１２３４５６');
    await userEvent.click(submit());
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/signup/form'));
    expect(asked('SignupPinCode')).toEqual([{ pinCode: '123456', returnTo: null }]);
  });

  it('E-004 E-018 S-004: a wrong code is an error of the field that names the code; the same code is not sent twice', async () => {
    answer('SignupPinCode', refused({ code: 'PIN_CODE_ERROR', field: 'pinCode', message: 'server words' }));
    show();
    await userEvent.type(box('認証コード'), '111111');
    expect(await screen.findByText('認証コードが正しくないか、有効期限が切れています。')).toBeTruthy();
    expect(box('認証コード').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(box('認証コード'));
    expect(submit().disabled).toBe(true);
    await userEvent.type(box('認証コード'), '{Backspace}2');
    expect(submit().disabled).toBe(false);
  });

  it('U-33: the sixth digit sends the code, once: a refused one is put right in peace', async () => {
    answer('SignupPinCode', refused({ code: 'PIN_CODE_ERROR', field: 'pinCode', message: 'server words' }));
    show();
    await userEvent.type(box('認証コード'), '11111');
    expect(asked('SignupPinCode')).toEqual([]);
    await userEvent.type(box('認証コード'), '1');
    await waitFor(() => expect(asked('SignupPinCode')).toEqual([{ pinCode: '111111', returnTo: null }]));
    await screen.findByText('認証コードが正しくないか、有効期限が切れています。');
    await userEvent.type(box('認証コード'), '{Backspace}2{Backspace}3');
    expect(asked('SignupPinCode')).toHaveLength(1);
    await userEvent.click(submit());
    await waitFor(() => expect(asked('SignupPinCode')).toHaveLength(2));
    await userEvent.clear(box('認証コード'));
    await userEvent.click(box('認証コード'));
    await userEvent.paste('コード 222 222'); // a new one, after the field was empty
    await waitFor(() => expect(asked('SignupPinCode')).toHaveLength(3));
    expect(asked('SignupPinCode')[2]).toEqual({ pinCode: '222222', returnTo: null });
  });

  it('E-004: the same in English', async () => {
    answer('SignupPinCode', refused({ code: 'PIN_CODE_ERROR', field: 'pinCode', message: 'server words' }));
    show({}, 'en', 'PIN');
    await userEvent.type(box('PIN'), '111111');
    await userEvent.click(button('Verify and continue'));
    expect(await screen.findByText('The PIN is incorrect or has expired.')).toBeTruthy();
  });

  it.each([
    ['INTERNAL', '', '認証に失敗しました。'],
    ['UNAVAILABLE', 'ただいま処理できません。', '認証に失敗しました。'],
    ['TOO_MANY_REQUESTS', 'しばらくお待ちください。', '認証に失敗しました。 しばらくお待ちください。'],
  ])('E-019: %s says that the verification failed', async (code, message, shown) => {
    answerError('SignupPinCode', code, message);
    show();
    await userEvent.type(box('認証コード'), '111111');
    await userEvent.click(submit());
    expect((await findAlert()).textContent).toBe(shown);
  });

  it.each([
    [
      'ja',
      'このメールアドレスは既に使用されています。別のメールアドレスを登録してください。',
      'ログインはこちら',
      '認証して次へ進む',
    ],
    [
      'en',
      'This email address is already in use. Please register another email address.',
      'Log in here',
      'Verify and continue',
    ],
  ] as const)(
    'E-020 E-024: an address in use is told with a link to the login (%s)',
    async (locale, words, link, press) => {
      answer(
        'SignupPinCode',
        refused({ code: 'ACCOUNT_ALREADY_EXISTS_EMAIL', field: 'email', message: 'server words' }),
      );
      show({}, locale, 'PIN');
      await userEvent.type(box('PIN'), '123456');
      await userEvent.click(button(press));
      expect((await findAlert()).textContent).toBe(words);
      expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe('/login');
    },
  );

  it('S-001 S-002 S-003: resending waits 30 seconds after loading and after each sending, counted down in sight', async () => {
    vi.useFakeTimers();
    answer('SignupEmail', done('/signup/pin-code'));
    show();
    expect(resend().disabled).toBe(true);
    expect(screen.getByText('30秒後に再送できます')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(29_000));
    expect(screen.getByText('1秒後に再送できます')).toBeTruthy();
    expect(resend().disabled).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(resend().disabled).toBe(false);
    fireEvent.click(resend());
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(asked('SignupEmail')).toEqual([{ type: 'signUp', email: 'taro@example.jp' }]);
    expect(screen.getByText('認証コードを再送しました。')).toBeTruthy();
    expect(router.push).not.toHaveBeenCalled();
    expect(resend().disabled).toBe(true);
    expect(screen.getByText('30秒後に再送できます')).toBeTruthy();
  });

  it.each([
    ['ja', 'コードを再送する', 'コードを送信できませんでした。'],
    ['en', 'Send the code again', 'The code could not be sent.'],
  ] as const)('E-005: says (%s) that sending failed when the server gives no words', async (locale, label, words) => {
    vi.useFakeTimers();
    answerError('SignupEmail', 'INTERNAL');
    show({}, locale);
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    fireEvent.click(button(label));
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(within(getAlert()).getByText(words)).toBeTruthy();
  });
});
