import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { MultiFactorCodeScreenDocument } from '@/generated/MultiFactorCodeScreen';
import { MultiFactorScreenDocument } from '@/generated/MultiFactorScreen';
import { answer, asked } from '@/testing/api';
import { fieldError } from '@/testing/refusal';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { MultiFactorCodeView } from './MultiFactorCodeView';
import { MultiFactorView } from './MultiFactorView';
import './schema'; // else the first check of the first test waits for it

const page = {
  redirectTo: null,
  flowError: null,
  type: null as string | null,
  sendTo: null as string | null,
  multiFactorType: ['Email', 'SMS', 'OTP', 'BackupCode'],
  defaultMultiFactorType: null as string | null,
  isMailWithheld: false,
  mailAcceptedFrom: null as string | null,
  isCodeSent: true,
  codeName: null as string | null,
  codeMinutes: null as number | null,
  resendAt: null,
  returnTo: null as string | null,
  wantedPlan: null as { planId: string; planName: string } | null,
};

const choose = (changes: Partial<typeof page> = {}, address = '/login/multi-factor', locale: 'ja' | 'en' = 'ja') =>
  renderView(<MultiFactorView />, {
    document: MultiFactorScreenDocument,
    data: { screen: { ...page, ...changes } },
    address,
    locale,
  });
const enter = (changes: Partial<typeof page>, address = `/login/multi-factor/${changes.type}`) =>
  renderView(<MultiFactorCodeView />, {
    document: MultiFactorCodeScreenDocument,
    variables: { type: changes.type ?? '' },
    data: { screen: { ...page, ...changes } },
    address,
  });
const otp = { type: 'OTP', codeName: 'ワンタイムパスワード' };
const submit = () => userEvent.click(screen.getByRole('button', { name: 'ログインする' }));

it('P-02: both pages name the plan that the login is for, and a new one is for the same', () => {
  const wanted = { returnTo: '/plans/club', wantedPlan: { planId: 'club', planName: '友の会' } };
  for (const shown of [() => choose(wanted), () => enter({ ...otp, ...wanted })]) {
    const { unmount } = shown();
    expect(screen.getByText(/^「友の会」のお申し込み/)).toBeTruthy();
    const again = screen.getByRole('link', { name: '最初からログインし直す' });
    expect(again.getAttribute('href')).toBe('/login?returnTo=%2Fplans%2Fclub');
    unmount();
  }
});

describe('the choice of a second factor', () => {
  it('R-008 F-073 F-074 F-075 F-076: links to the entry of each that the account has', () => {
    choose();
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual([
      '/login/multi-factor/Email',
      '/login/multi-factor/SMS',
      '/login/multi-factor/OTP',
      '/login/multi-factor/BackupCode',
      '/login',
    ]);
  });

  it.each([
    ['ja', null, '別の方法で一度認証されると、再びご利用いただけます。'],
    ['ja', '2026-11-23T01:05:00Z', 'メールの認証コードは2026/11/23 10:05（日本時間）までご利用いただけません。'],
    ['en', null, 'Your password was reset by a link in an email, so a code by email is not accepted.'],
    ['en', '2026-11-23T01:05:00Z', 'a code by email is not accepted until Nov 23, 2026 10:05 (Japan time).'],
  ] as const)('D-04: says in %s why mail is not among the choices (from %s)', (locale, mailAcceptedFrom, words) => {
    const types = ['OTP', 'BackupCode'];
    choose({ multiFactorType: types, isMailWithheld: true, mailAcceptedFrom }, '/login/multi-factor', locale);
    expect(screen.getByText(words, { exact: false })).toBeTruthy();
  });

  it('D-04: does not mention mail where codes by mail are accepted', () => {
    choose({ multiFactorType: ['OTP'] });
    expect(screen.queryByText('パスワードを再設定された', { exact: false })).toBeNull();
  });

  it('R-009: stays on the identity provider’s pages', () => {
    choose({ multiFactorType: ['OTP'] }, '/oidc/login/multi-factor');
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/oidc/login/multi-factor/OTP', '/oidc/login']);
  });
});

describe('the entry of a second factor', () => {
  it.each([
    ['R-010', { type: 'Email', sendTo: 't***@example.jp', codeName: '認証コード', codeMinutes: 10 }, '認証コード'],
    ['R-011', { type: 'SMS', sendTo: '*******5678', codeName: '認証コード', codeMinutes: 10 }, '認証コード'],
    ['R-012', otp, 'ワンタイムパスワード'],
    ['R-013', { type: 'BackupCode', codeName: 'バックアップコード' }, 'バックアップコード'],
  ])('%s L-010 L-012: asks for the value and whether to remember the device', (_, changes, label) => {
    enter(changes);
    expect(screen.getByLabelText(label)).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: /この端末を信頼する/ })).toBeTruthy();
    if ('sendTo' in changes) expect(screen.getByText(changes.sendTo)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'コードを再送する' }) !== null).toBe('sendTo' in changes);
  });

  it('L-011: sends the value, what is preferred and whether to remember', async () => {
    answer('MultiFactorLogin', { result: { redirectTo: '/mypage', flowError: null, userErrors: [] } });
    enter(otp, '/oidc/login/multi-factor/OTP');
    await userEvent.click(screen.getByRole('checkbox', { name: '次回からこの方法を優先する' }));
    await userEvent.click(screen.getByRole('checkbox', { name: /この端末を信頼する/ }));
    await userEvent.type(screen.getByLabelText('ワンタイムパスワード'), '123456'); // U-33: it sends itself
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/mypage'));
    expect(asked('MultiFactorLogin')).toEqual([
      { type: 'OTP', value: '123456', isPreferred: true, rememberDevice: true, oidc: true },
    ]);
  });

  it('D-18: where no more codes may be sent it does not say that one was', () => {
    enter({ type: 'Email', sendTo: 't***@example.jp', codeName: '認証コード', codeMinutes: 10, isCodeSent: false });
    expect(screen.getByText('認証コードはまだお送りしていません。', { exact: false })).toBeTruthy();
    expect(screen.queryByText(/お送りしました/)).toBeNull();
    expect(screen.getByRole('button', { name: 'コードを送信する' })).toBeTruthy();
  });

  it('a factor that is used up is not preferred', () => {
    enter({ type: 'BackupCode', codeName: 'バックアップコード' });
    expect(screen.queryByRole('checkbox', { name: '次回からこの方法を優先する' })).toBeNull();
  });

  it.each([
    ['V-027', '', 'ワンタイムパスワードを入力してください。'],
    ['V-028', '12345', 'ワンタイムパスワードは6桁の数字で入力してください。'],
  ])('%s: %j reads %s', async (_, value, words) => {
    enter(otp);
    if (value) await userEvent.type(screen.getByLabelText('ワンタイムパスワード'), value);
    await submit();
    expect(await fieldError(words)).toBeTruthy();
    expect(asked('MultiFactorLogin')).toEqual([]);
  });

  it('E-016 S-014: a failure reads 認証に失敗しました。, and the same value is not sent twice', async () => {
    const message = '認証に失敗しました。';
    answer('MultiFactorLogin', {
      result: {
        redirectTo: null,
        flowError: null,
        userErrors: [{ code: 'MULTI_FACTOR_FAILED', field: 'value', message }],
      },
    });
    enter(otp);
    await userEvent.type(screen.getByLabelText('ワンタイムパスワード'), '123456');
    await submit();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'ログインする' }).disabled).toBe(true);
    expect(screen.getByText(/最新の6桁を入力してください/)).toBeTruthy();
  });
});
