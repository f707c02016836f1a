import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ConfirmLoginScreenDocument } from '@/generated/ConfirmLoginScreen';
import { answer, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { LoginConfirmView } from './LoginConfirmView';
import './schema'; // else the first check of the first test waits for it

const page = {
  redirectTo: null,
  flowError: null,
  returnTo: '/mypage/email/edit' as string | null,
  methods: ['Password', 'AuthCode'],
  identifier: 'taro@example.jp' as string | null,
  sendTo: 't***@example.jp',
  codeName: 'ログインコード',
  resendAt: null as string | null,
};
const show = (changes: Partial<typeof page> = {}) =>
  renderView(<LoginConfirmView />, {
    document: ConfirmLoginScreenDocument,
    variables: { returnTo: '/mypage/email/edit', since: '2026-05-15T03:00:00.123456Z' },
    data: { screen: { ...page, ...changes } },
    address: '/login/confirm?returnTo=%2Fmypage%2Femail%2Fedit',
  });
const done = { result: { redirectTo: '/mypage/email/edit', flowError: null, userErrors: [] } };

describe('proving once more who one is', () => {
  it('by password, and back', async () => {
    answer('ConfirmLogin', done);
    show();
    const account = document.querySelector<HTMLInputElement>('form input[autocomplete=username][hidden]');
    expect(account?.value, 'F-11: whose password it is').toBe('taro@example.jp');
    await userEvent.type(screen.getByLabelText('パスワード'), 'abcdef12');
    await userEvent.click(screen.getByRole('button', { name: '確認して続ける' }));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/mypage/email/edit'));
    expect(asked('ConfirmLogin')).toEqual([{ password: 'abcdef12', returnTo: '/mypage/email/edit' }]);
  });

  it('by a code: it is sent when the member asks for it, then entered', async () => {
    answer('SendConfirmLoginCode', { result: { redirectTo: null, flowError: null, userErrors: [] } });
    answer('ConfirmLoginScreen', { screen: { ...page, resendAt: '2026-01-01T00:00:30Z' } });
    answer('ConfirmLogin', done);
    show();
    await userEvent.click(screen.getByRole('button', { name: 'メールで届くコードで確認する' }));
    expect(screen.getByText('t***@example.jp')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'コードを送信する' }));
    await waitFor(() => expect(asked('ConfirmLoginScreen')).toHaveLength(1)); // still with the time before which no proof counts
    expect(asked('ConfirmLoginScreen')).toMatchObject([{ since: '2026-05-15T03:00:00.123456Z' }]);
    await userEvent.type(await screen.findByLabelText('ログインコード'), '123456');
    await userEvent.click(screen.getByRole('button', { name: '確認して続ける' }));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/mypage/email/edit'));
    expect(asked('ConfirmLogin')).toEqual([{ authCode: '123456', returnTo: '/mypage/email/edit' }]);
  });

  it('a reload in between shows the entry of the code', () => {
    show({ resendAt: '2026-01-01T00:00:30Z' });
    expect(screen.getByLabelText('ログインコード')).toBeTruthy();
  });

  it('by an external account, which the member leaves the site for', () => {
    show({ methods: ['LINE'] });
    expect(screen.queryByLabelText('パスワード')).toBeNull();
    expect(screen.getByRole('link', { name: 'LINEで確認する' }).getAttribute('href')).toBe(
      '/auth/authorize?userIdentifierType=LINE&socialActionType=login&returnTo=%2Fmypage%2Femail%2Fedit',
    );
  });

  it('says so when there is no way', () => {
    show({ methods: [] });
    expect(screen.getByText(/確認方法がありません/)).toBeTruthy();
  });
});
