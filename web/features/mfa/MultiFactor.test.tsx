import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { AccountCompleteScreenDocument } from '@/generated/AccountCompleteScreen';
import { MultiFactorSettingScreenDocument } from '@/generated/MultiFactorSettingScreen';
import { MultiFactorTypeScreenDocument } from '@/generated/MultiFactorTypeScreen';
import { findAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { EmailFactorView } from './EmailFactorView';
import { MultiFactorCompleteView } from './MultiFactorCompleteView';
import { MultiFactorSettingView } from './MultiFactorSettingView';

const none = { redirectTo: null, flowError: null };
const done = (redirectTo: string) => ({ result: { redirectTo, flowError: null, userErrors: [] } });
const setting = {
  ...none,
  types: [
    { type: 'Email', enabled: true },
    { type: 'OTP', enabled: false },
  ],
  multiFactorType: ['Email'],
  isEnabledMultiFactor: true,
  backupCodesLeft: 9,
  trustedDeviceCount: 2,
};
const off = setting.types.map(({ type }) => ({ type, enabled: false }));

const settings = (changes: Partial<typeof setting> = {}, locale: 'ja' | 'en' = 'ja') =>
  renderView(<MultiFactorSettingView />, {
    document: MultiFactorSettingScreenDocument,
    data: { screen: { ...setting, ...changes } },
    address: '/mypage/multi-factor',
    locale,
  });
const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

describe('the settings', () => {
  it.each([
    ['L-013', 'Email', '/mypage/multi-factor/email'],
    ['L-014', 'SMS', '/mypage/multi-factor/sms'],
    ['L-015', 'OTP', '/mypage/multi-factor/otp'],
  ])('%s: a row of %s, linked to its page, only where the store offers it', (_row, type, href) => {
    const { unmount } = settings({
      types: [{ type, enabled: false }],
      multiFactorType: [],
      isEnabledMultiFactor: false,
    });
    expect(hrefs()).toEqual([href, '/mypage/multi-factor/trusted-device']);
    unmount();
    settings({ types: [], multiFactorType: [], isEnabledMultiFactor: false });
    expect(hrefs()).toEqual(['/mypage/multi-factor/trusted-device']);
  });

  it('R-018 L-017: every row with its state in words', () => {
    settings();
    expect(screen.getByRole('heading', { level: 1, name: '多要素認証' })).toBeTruthy();
    for (const [name, state] of [
      ['メール', '有効'],
      ['認証アプリ', '無効'],
      ['バックアップコード', '残り9個'],
      ['信頼済み端末', '2台'],
    ] as const) {
      const row = screen.getByText(name).closest('li') as HTMLElement;
      expect(within(row).getByText(state)).toBeTruthy();
    }
    expect(hrefs()).toEqual([
      '/mypage/multi-factor/email',
      '/mypage/multi-factor/otp',
      '/mypage/multi-factor/backup-code',
      '/mypage/multi-factor/trusted-device',
    ]);
  });

  it('L-016 L-018: without an enabled type neither backup codes nor a disable button', () => {
    settings({ types: off, multiFactorType: [], isEnabledMultiFactor: false });
    expect(hrefs()).not.toContain('/mypage/multi-factor/backup-code');
    expect(screen.queryByRole('button', { name: /無効にする/ })).toBeNull();
  });

  it('L-018 L-019 S-016: disabling asks first, and says what goes with the last one', async () => {
    answer('DisableMultiFactor', done('/mypage/multi-factor/complete?type=disable&factor=Email'));
    settings();
    await userEvent.click(screen.getByRole('button', { name: 'メールによる認証を無効にする' }));
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByText('メールによる認証を無効にしますか？')).toBeTruthy();
    expect(within(dialog).getByText(/バックアップコードと信頼済み端末も削除/)).toBeTruthy();
    expect(asked('DisableMultiFactor')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: '無効にする' }));
    await waitFor(() =>
      expect(router.push).toHaveBeenCalledWith('/mypage/multi-factor/complete?type=disable&factor=Email'),
    );
    expect(asked('DisableMultiFactor')).toEqual([{ multiFactorType: 'Email' }]);
  });

  it('one of several takes nothing else with it', async () => {
    settings({ types: setting.types.map(({ type }) => ({ type, enabled: true })), multiFactorType: ['Email', 'OTP'] });
    await userEvent.click(screen.getByRole('button', { name: '認証アプリによる認証を無効にする' }));
    expect(screen.queryByText(/バックアップコードと信頼済み端末も削除/)).toBeNull();
  });

  it('says that disabling failed', async () => {
    answerError('DisableMultiFactor', 'INTERNAL');
    settings();
    await userEvent.click(screen.getByRole('button', { name: 'メールによる認証を無効にする' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '無効にする' }));
    expect((await findAlert()).textContent).toBe('無効にできませんでした。');
  });

  it('speaks English', () => {
    settings({}, 'en');
    expect(screen.getByText('9 left')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Turn off: Email' })).toBeTruthy();
  });
});

describe('codes by mail', () => {
  const type = {
    ...none,
    type: 'Email',
    enabled: false,
    sendTo: 'taro@example.com' as string | null,
    isEmailVerified: true,
    secret: null,
    otpauthUrl: null,
    qrCode: null,
    phoneNumber: null,
    codeName: null,
    codeMinutes: null,
    resendAt: null,
  };
  const email = (changes: Partial<typeof type> = {}) =>
    renderView(<EmailFactorView />, {
      document: MultiFactorTypeScreenDocument,
      data: { screen: { ...type, ...changes } },
      variables: { type: 'Email' },
      address: '/mypage/multi-factor/email',
    });

  it('R-019 S-015: one button enables it', async () => {
    answer('EnableMultiFactor', done('/mypage/multi-factor/backup-code/generate'));
    email();
    expect(screen.getByText('taro@example.com')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '有効にする' }));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/mypage/multi-factor/backup-code/generate'));
    expect(asked('EnableMultiFactor')).toEqual([{ multiFactorType: 'Email' }]);
  });

  it('L-020 S-019: an address that was not verified cannot be used, with the way to verify it', () => {
    email({ isEmailVerified: false });
    expect(screen.getByText(/確認がお済みでないため/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'メールアドレスを確認する' }).getAttribute('href')).toBe(
      '/mypage/email/verify',
    );
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('without an address, the way to register one', () => {
    email({ isEmailVerified: false, sendTo: null });
    expect(screen.getByRole('link', { name: 'メールアドレスを登録する' }).getAttribute('href')).toBe(
      '/mypage/email/edit',
    );
  });

  it('L-018 L-019: enabled, it says so and can be disabled after a question', async () => {
    email({ enabled: true });
    expect(screen.getByText('メールによる認証は有効です。')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'メールによる認証を無効にする' }));
    expect(within(screen.getByRole('dialog')).getByText(/ほかに有効な方法がない場合は/)).toBeTruthy();
  });
});

describe('the last page', () => {
  it.each([
    ['R-025', 'type=enable&factor=Email', 'メールによる認証を有効にしました'],
    ['R-025', 'type=enable&factor=BackupCode', 'バックアップコードを新しくしました'],
    ['R-026', 'type=disable&factor=OTP', '認証アプリによる認証を無効にしました'],
    ['what is not known is not repeated', 'type=enable&factor=<b>x</b>', '多要素認証の設定を変更しました'],
  ])('%s: %s', (_row, query, title) => {
    renderView(<MultiFactorCompleteView />, {
      document: AccountCompleteScreenDocument,
      data: { screen: none },
      address: `/mypage/multi-factor/complete?${query}`,
    });
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy();
    expect(screen.getByRole('link', { name: '多要素認証の設定へ' }).getAttribute('href')).toBe('/mypage/multi-factor');
  });
});
