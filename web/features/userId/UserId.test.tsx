import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { UserIdEditScreenDocument } from '@/generated/UserIdEditScreen';
import { answer, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import './schema'; // else the first check of the first test waits for it
import { completed } from '@/layouts/Completed';
import { UserIdEditView } from './UserIdEditView';

const UserIdCompleteView = completed('userId', 'edited');

const button = (name: string | RegExp) => screen.getByRole('button', { name }) as HTMLButtonElement;
const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const result = (redirectTo: string | null, ...userErrors: object[]) => ({
  result: { redirectTo, flowError: null, userErrors },
});
const taken = 'このユーザIDは既に使用されています。別のユーザIDを登録してください。';

const show = (isEnabledPassword = true, locale: 'ja' | 'en' = 'ja') =>
  renderView(<UserIdEditView />, {
    document: UserIdEditScreenDocument,
    data: { screen: { redirectTo: null, flowError: null, userId: 'taro01', isEnabledPassword } },
    locale,
    address: '/mypage/user-id/edit',
  });
const submit = async (userId: string, password: string) => {
  await userEvent.clear(box('ユーザID'));
  if (userId) await userEvent.type(box('ユーザID'), userId);
  if (password) await userEvent.type(box('パスワード'), password);
  await userEvent.click(button('ユーザIDを変更する'));
};

describe('change of the user ID', () => {
  it('R-094: sends the password and the new user ID', async () => {
    answer('VerifyUserId', result(null));
    answer('ChangeUserId', result('/mypage/user-id/edit/complete'));
    show();
    expect(box('ユーザID').value).toBe('taro01');
    await submit('taro02', 'open9sesame');
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/mypage/user-id/edit/complete'));
    expect(asked('ChangeUserId')).toEqual([{ password: 'open9sesame', userId: 'taro02' }]);
    expect(asked('VerifyUserId')).toEqual([{ userId: 'taro02' }]);
  });

  it.each([
    ['V-110', 'taro', 'open9sesame', 'ユーザIDは6文字以上で入力してください。'],
    ['V-112', 'taro-02', 'open9sesame', 'ユーザIDは半角英数字で入力してください。'],
    ['V-116', 'taro01', 'open9sesame', 'ユーザIDを変更してください。'],
    ['V-117', 'taro02', '', 'パスワードを入力してください。'],
    ['V-118', 'taro02', '1234567', 'パスワードは8文字以上です'],
  ])('%s: judged before it is sent', async (_row, userId, password, words) => {
    answer('VerifyUserId', result(null));
    show();
    await submit(userId, password);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(asked('ChangeUserId')).toEqual([]);
  });

  it('V-116 V-117: in English', async () => {
    show(true, 'en');
    await userEvent.click(button('Change the user ID'));
    expect(await screen.findByText('Please change the user ID.')).toBeTruthy();
    expect(screen.getByText('Please enter your password.')).toBeTruthy();
  });

  it('V-114 V-115: a user ID in use is told on leaving the field, an unchanged one is not asked about', async () => {
    answer('VerifyUserId', result(null, { code: 'ACCOUNT_ALREADY_EXISTS_USER_ID', field: 'userId', message: taken }));
    show();
    await userEvent.click(box('ユーザID'));
    await userEvent.tab();
    expect(asked('VerifyUserId')).toEqual([]);
    await userEvent.clear(box('ユーザID'));
    await userEvent.type(box('ユーザID'), 'hanako');
    await userEvent.tab();
    expect(await screen.findByText(taken)).toBeTruthy();
  });

  it.each([
    ['E-083', 'REQUEST_UNAUTHORIZED', 'password', 'パスワード', 'パスワードが正しくありません。'],
    ['E-084', 'ACCOUNT_ALREADY_EXISTS_USER_ID', 'userId', 'ユーザID', taken],
  ])('%s: %s is an error of its field', async (_row, code, field, label, message) => {
    answer('VerifyUserId', result(null));
    answer('ChangeUserId', result(null, { code, field, message }));
    show();
    await submit('taro02', 'open9sesame');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(box(label));
  });

  it('A-177 P-014: without a password there is the way to one', () => {
    show(false);
    expect(screen.queryByLabelText('ユーザID')).toBeNull();
    expect(screen.getByRole('link', { name: 'パスワードを設定する' }).getAttribute('href')).toBe(
      '/mypage/enable-password',
    );
  });

  it('R-095: the completion leads to My Page', () => {
    renderView(<UserIdCompleteView />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('ユーザIDを登録しました');
    expect(screen.getByRole('link').getAttribute('href')).toBe('/mypage');
  });
});
