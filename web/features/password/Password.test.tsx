import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { EnablePasswordScreenDocument } from '@/generated/EnablePasswordScreen';
import { PasswordEditScreenDocument } from '@/generated/PasswordEditScreen';
import { PasswordResetScreenDocument } from '@/generated/PasswordResetScreen';
import { answer, asked } from '@/testing/api';
import { errorSummary, fieldError, listed } from '@/testing/refusal';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import './schema'; // else the first check of the first test waits for it
import { completed } from '@/layouts/Completed';
import { EnablePasswordView } from './EnablePasswordView';
import { PasswordEditView } from './PasswordEditView';
import { ResetDoneView as ResetCompleteView } from './ResetDoneView';
import { ResetView } from './ResetView';

const EnablePasswordCompleteView = completed('password', 'enabled');
const PasswordEditCompleteView = completed('password', 'edited');

const button = (name: string | RegExp) => screen.getByRole('button', { name }) as HTMLButtonElement;
const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const title = () => screen.getByRole('heading', { level: 1 }).textContent;
const done = (redirectTo: string) => ({ result: { redirectTo, flowError: null, userErrors: [] } });
const refused = (...userErrors: object[]) => ({ result: { redirectTo: null, flowError: null, userErrors } });
const fill = async (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) if (value) await userEvent.type(box(name), value);
};

const screenData = {
  redirectTo: null,
  flowError: null,
  identifier: 'taro@example.jp',
  passwordStrength: null as string | null,
  passwordMax: 30,
  passwordUpdatedAt: null as string | null,
  mustChange: false,
  email: null as string | null,
  codeName: null as string | null,
  codeMinutes: null as number | null,
  resendAt: null,
};

/** What password managers are told of the account, without anybody seeing it. */
const named = () =>
  [...document.querySelectorAll<HTMLInputElement>('form input[autocomplete=username][hidden]')].map(
    ({ value }) => value,
  );

describe('new password by the link', () => {
  const show = (changes: Partial<typeof screenData> & { flowError?: object } = {}) =>
    renderView(<ResetView />, {
      document: PasswordResetScreenDocument,
      data: { screen: { ...screenData, ...changes } },
      variables: { token: 'the-token' },
      address: '/password/reset?token=the-token',
    });
  const both = (password: string, confirm = password) =>
    fill({ 新しいパスワード: password, '新しいパスワード（確認用）': confirm });

  it('F-11: tells password managers whose password it is', () => {
    show();
    expect(named()).toEqual(['taro@example.jp']);
  });

  it('R-042 S-032: sends the token with the password', async () => {
    answer('ResetPassword', done('/password/reset/complete'));
    show();
    expect(box('新しいパスワード').autocomplete).toBe('new-password');
    await both('brandnew1');
    await userEvent.click(button('パスワードを設定する'));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/password/reset/complete'));
    expect(asked('ResetPassword')).toEqual([
      { token: 'the-token', password: 'brandnew1', passwordConfirm: 'brandnew1' },
    ]);
  });

  it.each([
    ['', '', '新しいパスワードを入力してください。'],
    ['brandn1', 'brandn1', 'パスワードは8文字以上で入力してください。'],
    ['brandnewone', 'brandnewone', 'パスワードには数字を1文字以上含めてください。'],
    ['brandnew1', 'brandnew2', 'パスワードが一致しません。'],
    ['brandnew1', '', '確認用パスワードを入力してください。'],
  ])('judges %s and %s before it sends them', async (password, confirm, words) => {
    show();
    await both(password, confirm);
    await userEvent.click(button('パスワードを設定する'));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(asked('ResetPassword')).toEqual([]);
  });

  it.each([
    ['UPPER_CASE', 'brandnew1', 'パスワードには英大文字を1文字以上含めてください。'],
    ['SYMBOL', 'brandnew1', 'パスワードには記号を1文字以上含めてください。'],
    ['UPPER_CASE_SYMBOL', 'Brandnew1', 'パスワードには記号を1文字以上含めてください。'],
  ])('holds to the strength %s', async (passwordStrength, password, words) => {
    show({ passwordStrength });
    await both(password);
    await userEvent.click(button('パスワードを設定する'));
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('E-029: a reused password shows the server words at its field', async () => {
    answer(
      'ResetPassword',
      refused({ code: 'INVALID_PASSWORD_REUSED', field: 'password', message: '以前のものです。' }),
    );
    show();
    await both('brandnew1');
    await userEvent.click(button('パスワードを設定する'));
    expect(await screen.findByText('以前のものです。')).toBeTruthy();
    expect(box('新しいパスワード').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(box('新しいパスワード'));
  });

  it('A-078 V-036: without a good token there is only the way to start again', () => {
    const flowError = { redirectTo: '/password/forgot', message: 'リンクは無効です。' };
    renderView(<ResetView />, {
      document: PasswordResetScreenDocument,
      data: { screen: { ...screenData, flowError } },
      flowError,
    });
    expect(screen.getByText('リンクは無効です。')).toBeTruthy();
    expect(title()).toBe('Error');
    expect(screen.queryByLabelText('新しいパスワード')).toBeNull();
  });

  it('R-043: the completion leads to the login', () => {
    renderView(<ResetCompleteView />);
    expect(title()).toBe('パスワードを設定しました');
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/login', '/login?returnTo=%2Fmypage%2Fpasskeys']); // recent passkeys are gone
  });
});

describe('first password', () => {
  const show = (isCodeSent = true) =>
    renderView(<EnablePasswordView />, {
      document: EnablePasswordScreenDocument,
      data: {
        screen: { ...screenData, email: 'taro@example.jp', isCodeSent, codeName: '認証コード', codeMinutes: 60 },
      },
      address: '/mypage/enable-password',
    });

  it('D-18: opened from another site it says that no code was sent, and offers to send one', async () => {
    answer('SendPinCode', done('/mypage/enable-password'));
    show(false);
    expect(screen.getByText('認証コードはまだお送りしていません。', { exact: false })).toBeTruthy();
    await userEvent.click(button('コードを送信する'));
    expect(await screen.findByText(/有効期限は60分です。/)).toBeTruthy();
    expect(asked('SendPinCode')).toEqual([{ type: 'passwordSetting', email: 'taro@example.jp' }]);
  });

  it('L-095 L-096 L-097: asks for the code, the password and its confirmation', async () => {
    answer('EnablePassword', done('/mypage/enable-password/complete'));
    show();
    expect(screen.getByText('taro@example.jp')).toBeTruthy();
    expect(screen.getByText(/有効期限は60分です。/)).toBeTruthy();
    await fill({ 認証コード: '123456', 新しいパスワード: 'brandnew1', '新しいパスワード（確認用）': 'brandnew1' });
    await userEvent.click(button('パスワードを設定する'));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/mypage/enable-password/complete'));
    expect(asked('EnablePassword')).toEqual([
      { pinCode: '123456', password: 'brandnew1', passwordConfirm: 'brandnew1' },
    ]);
  });

  it('E-079: a wrong code is an error of its field', async () => {
    answer(
      'EnablePassword',
      refused({ code: 'PIN_CODE_ERROR', field: 'pinCode', message: '認証コードの認証に失敗しました。' }),
    );
    show();
    await fill({ 認証コード: '111111', 新しいパスワード: 'brandnew1', '新しいパスワード（確認用）': 'brandnew1' });
    await userEvent.click(button('パスワードを設定する'));
    expect(await fieldError('認証コードの認証に失敗しました。')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(errorSummary()));
    await userEvent.click(screen.getByRole('link', { name: '認証コードの認証に失敗しました。' }));
    expect(document.activeElement).toBe(box('認証コード'));
  });

  it('F-11: tells password managers whose password it is', () => {
    show();
    expect(named()).toEqual(['taro@example.jp']);
  });

  it('R-091: the completion leads to My Page', () => {
    renderView(<EnablePasswordCompleteView />);
    expect(screen.getByRole('link', { name: 'マイページへ戻る' }).getAttribute('href')).toBe('/mypage');
  });
});

describe('change of the password', () => {
  const show = (changes: Partial<typeof screenData> = {}, locale: 'ja' | 'en' = 'ja') =>
    renderView(<PasswordEditView />, {
      document: PasswordEditScreenDocument,
      data: { screen: { ...screenData, passwordUpdatedAt: '2025-01-05T00:05:00Z', ...changes } },
      locale,
      address: '/mypage/password/edit',
    });
  const type = (old: string, next: string, confirm = next) =>
    fill({ 現在のパスワード: old, 新しいパスワード: next, '新しいパスワード（確認用）': confirm });

  it('F-11: tells password managers whose password it is', () => {
    show({ identifier: 'taro2024' });
    expect(named()).toEqual(['taro2024']);
  });

  it('R-092: says when it was changed last, and why it must be when it must', () => {
    show({ mustChange: true });
    expect(screen.getByText('最終更新日時：2025/01/05 09:05')).toBeTruthy();
    expect(screen.getByText(/第三者に推測されるおそれがあります/)).toBeTruthy();
    expect(box('現在のパスワード').autocomplete).toBe('current-password');
  });

  it('sends both and goes on', async () => {
    answer('ChangePassword', done('/mypage/password/edit/complete'));
    show();
    expect(screen.queryByText(/第三者に推測されるおそれがあります/)).toBeNull();
    await type('open9sesame', 'brandnew1');
    await userEvent.click(button('パスワードを変更する'));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/mypage/password/edit/complete'));
    expect(asked('ChangePassword')).toEqual([{ oldPassword: 'open9sesame', newPassword: 'brandnew1' }]);
  });

  it.each([
    ['V-104', '', 'brandnew1', '現在のパスワードを入力してください。'],
    ['V-103', 'brandnew1', 'brandnew1', '現在のパスワードと異なるパスワードを入力してください。'],
    ['V-105', 'open9sesame', '', '新しいパスワードを入力してください。'],
  ])('%s: judged before it is sent', async (_row, old, next, words) => {
    show();
    await type(old, next);
    await userEvent.click(button('パスワードを変更する'));
    expect(await fieldError(words)).toBeTruthy();
    expect(asked('ChangePassword')).toEqual([]);
  });

  it('V-103 V-104: in English', async () => {
    show({}, 'en');
    await userEvent.click(button('Change the password'));
    expect(await fieldError('Please enter your current password.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(errorSummary())); // else it takes the keys
    await userEvent.type(box('Current password'), 'brandnew1');
    await userEvent.type(box('New password'), 'brandnew1');
    expect(await fieldError('Please enter a password that differs from your current one.')).toBeTruthy();
  });

  it.each([
    ['E-082', 'REQUEST_UNAUTHORIZED', 'oldPassword', '現在のパスワード'],
    ['E-081', 'INVALID_PASSWORD_REUSED', 'newPassword', '新しいパスワード'],
  ])('%s: %s shows the server words at %s', async (_row, code, field, label) => {
    answer('ChangePassword', refused({ code, field, message: 'サーバの言葉' }));
    show();
    await type('open9sesame', 'brandnew1');
    await userEvent.click(button('パスワードを変更する'));
    expect(await fieldError('サーバの言葉')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(errorSummary()));
    expect(listed()).toEqual([`${label}：サーバの言葉`]);
    await userEvent.click(screen.getByRole('link', { name: /サーバの言葉/ }));
    expect(document.activeElement).toBe(box(label));
  });

  it('R-093: the completion leads to My Page', () => {
    renderView(<PasswordEditCompleteView />, { locale: 'en' });
    expect(screen.getByRole('link', { name: 'Back to My Page' }).getAttribute('href')).toBe('/mypage');
  });
});
