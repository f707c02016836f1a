import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BackupCodeGenerateScreenDocument } from '@/generated/BackupCodeGenerateScreen';
import { BackupCodeScreenDocument } from '@/generated/BackupCodeScreen';
import { TrustedDeviceScreenDocument } from '@/generated/TrustedDeviceScreen';
import { useRefetch } from '@/lib/refetch';
import { queryAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { BackupCodeGenerateView } from './BackupCodeGenerateView';
import { BackupCodeView } from './BackupCodeView';
import { TrustedDevicesView } from './TrustedDevicesView';

afterEach(() => vi.restoreAllMocks());

const none = { redirectTo: null, flowError: null };
const done = (redirectTo: string | null = null) => ({ result: { redirectTo, flowError: null, userErrors: [] } });
const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;

describe('backup codes', () => {
  const left = (backupCodesLeft: number) =>
    renderView(<BackupCodeView />, {
      document: BackupCodeScreenDocument,
      data: { screen: { ...none, backupCodesLeft } },
      address: '/mypage/multi-factor/backup-code',
    });

  it('R-022: how many are left, and the way to new ones', () => {
    left(7);
    expect(screen.getByText('残り7個')).toBeTruthy();
    expect(screen.getByRole('link', { name: '新しいコードを作成する' }).getAttribute('href')).toBe(
      '/mypage/multi-factor/backup-code/generate',
    );
    expect(screen.queryByText(/残りが少なくなっています/)).toBeNull();
  });

  it('says when few are left', () => {
    left(2);
    expect(screen.getByText(/残りが少なくなっています/)).toBeTruthy();
  });
});

/** Brings the page's data anew, as starting over does, without the page being made anew. */
function Reload() {
  const refetch = useRefetch(BackupCodeGenerateScreenDocument);
  return (
    <button type="button" onClick={() => void refetch()}>
      reload
    </button>
  );
}

describe('fresh backup codes', () => {
  const codes = Array.from({ length: 10 }, (_, i) => `abcd${i}-fghij`);
  const fresh = (regenerate: boolean) =>
    renderView(<BackupCodeGenerateView />, {
      document: BackupCodeGenerateScreenDocument,
      data: { screen: { ...none, backupCodeList: codes, regenerate } },
      storeSettingData: { serviceName: '灯台座' },
      address: '/mypage/multi-factor/backup-code/generate',
    });

  it('R-023 S-018: the first ones enable what waited for them, once they are said to be saved', async () => {
    answer('EnableMultiFactorWithBackupCode', done('/mypage/multi-factor/complete?type=enable&factor=OTP'));
    fresh(false);
    const list = screen.getByRole('list', { name: 'バックアップコードの一覧' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(codes);
    const submit = button('多要素認証を有効にする');
    expect(submit.disabled).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: '保存しました' }));
    expect(submit.disabled).toBe(false);
    await userEvent.click(screen.getByRole('checkbox', { name: '保存しました' }));
    expect(submit.disabled).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: '保存しました' }));
    await userEvent.click(submit);
    await waitFor(() =>
      expect(router.push).toHaveBeenCalledWith('/mypage/multi-factor/complete?type=enable&factor=OTP'),
    );
    expect(asked('EnableMultiFactorWithBackupCode')).toEqual([{ backupCodeList: codes }]);
  });

  it('R-023: later ones replace the former', async () => {
    answer('RegenerateBackupCode', done('/mypage/multi-factor/complete?type=enable&factor=BackupCode'));
    fresh(true);
    expect(screen.getByText('保存が完了すると、以前のコードはすべて使えなくなります。')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: '保存しました' }));
    await userEvent.click(button('新しいコードに切り替える'));
    await waitFor(() => expect(asked('RegenerateBackupCode')).toEqual([{ backupCodeList: codes }]));
    expect(asked('EnableMultiFactorWithBackupCode')).toEqual([]);
  });

  it('S-018: that the former ones were saved does not hold for others', async () => {
    const others = codes.map((code) => code.replace('abcd', 'wxyz'));
    answer('BackupCodeGenerateScreen', { screen: { ...none, backupCodeList: others, regenerate: false } });
    renderView(
      <>
        <BackupCodeGenerateView />
        <Reload />
      </>,
      {
        document: BackupCodeGenerateScreenDocument,
        data: { screen: { ...none, backupCodeList: codes, regenerate: false } },
        address: '/mypage/multi-factor/backup-code/generate',
      },
    );
    await userEvent.click(screen.getByRole('checkbox', { name: '保存しました' }));
    expect(button('多要素認証を有効にする').disabled).toBe(false);
    await userEvent.click(button('reload'));
    expect(await screen.findByText(others[0] as string)).toBeTruthy();
    expect((screen.getByRole('checkbox', { name: '保存しました' }) as HTMLInputElement).checked).toBe(false);
    expect(button('多要素認証を有効にする').disabled).toBe(true);
  });

  it('they can be copied, downloaded and printed', async () => {
    fresh(false);
    const user = userEvent.setup();
    await user.click(button('コピーする'));
    expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));

    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:codes';
    });
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(`${this.download} ${this.href}`);
    });
    await user.click(button('ダウンロードする'));
    expect(names).toEqual(['backup-codes.txt blob:codes']);
    const text = await (files[0] as Blob).text();
    expect(text).toContain('灯台座 バックアップコード');
    for (const code of codes) expect(text).toContain(code);

    const print = vi.fn();
    vi.stubGlobal('print', print);
    await user.click(button('印刷する'));
    expect(print).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });

  it('says when the browser does not let us copy', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
    fresh(false);
    await user.click(button('コピーする'));
    expect(await screen.findByText('コピーできませんでした。')).toBeTruthy();
    await user.click(button('コピーする'));
    await waitFor(() => expect(screen.queryByText('コピーできませんでした。'), 'it was tried again').toBeNull());
  });
});

describe('trusted devices', () => {
  const device = {
    deviceToken: 'd1',
    createdAt: '2026-01-04T15:04:05Z',
    currentDevice: true,
    option: { deviceInfo: 'PC' as string | null, browserInfo: 'Chrome 130' as string | null },
  };
  const other = {
    ...device,
    deviceToken: 'd2',
    currentDevice: false,
    option: { deviceInfo: 'iPhone', browserInfo: 'Safari 18' },
  };
  const devices = (list: (typeof device)[]) =>
    renderView(<TrustedDevicesView />, {
      document: TrustedDeviceScreenDocument,
      data: { screen: { ...none, trustedDevices: list } },
      address: '/mypage/multi-factor/trusted-device',
    });
  const remove = async (index: number) => {
    await userEvent.click(screen.getAllByRole('button', { name: '削除する' })[index] as HTMLElement);
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '削除する' }));
  };

  it('R-024 F-078 F-079 F-080 F-081 F-082: each with its facts, the present one marked', () => {
    devices([device, { ...other, option: { deviceInfo: null, browserInfo: null } }]);
    const [first, second] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement];
    for (const words of ['この端末', 'PC', 'Chrome 130', '2026/01/05 00:04:05'])
      expect(within(first).getByText(words)).toBeTruthy();
    expect(within(second).queryByText('この端末')).toBeNull();
    expect(within(second).getByText('不明な端末')).toBeTruthy();
  });

  it('S-021: deleting one takes its row away', async () => {
    const { result } = done();
    answer('DeleteTrustedDevice', { result: { ...result, trustedDevices: [device] } });
    const fetched = vi.spyOn(globalThis, 'fetch');
    devices([device, other]);
    await remove(1);
    await waitFor(() => expect(screen.queryByText('iPhone / Safari 18')).toBeNull());
    expect(screen.getByText('PC / Chrome 130')).toBeTruthy();
    expect(asked('DeleteTrustedDevice')).toEqual([{ deviceToken: 'd2' }]);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('A-058 E-017: a deletion that failed is told in a toast', async () => {
    answerError('DeleteTrustedDevice', 'NOT_FOUND', 'whatever the server says');
    devices([device, other]);
    await remove(1);
    expect(await screen.findByText('削除に失敗しました')).toBeTruthy();
    expect(screen.getByText('iPhone / Safari 18')).toBeTruthy();
    expect(queryAlert()).toBeNull();
    await userEvent.click(button('閉じる'));
    expect(screen.queryByText('削除に失敗しました')).toBeNull();
  });

  it('a deletion that is tried again no longer tells of the former try', async () => {
    answerError('DeleteTrustedDevice', 'INTERNAL', '');
    answer('DeleteTrustedDevice', { result: { ...done().result, trustedDevices: [device] } });
    devices([device, other]);
    await remove(1);
    expect(await screen.findByText('削除に失敗しました')).toBeTruthy();
    await remove(1);
    await waitFor(() => expect(screen.queryByText('iPhone / Safari 18')).toBeNull());
    expect(screen.queryByText('削除に失敗しました')).toBeNull();
  });

  it('L-021 S-020: more than one can be deleted at once, after which the page reloads', async () => {
    answer('DeleteAllTrustedDevices', done());
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    devices([device, other]);
    await userEvent.click(button('すべて削除する'));
    expect(reload).not.toHaveBeenCalled();
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'すべて削除する' }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(asked('DeleteAllTrustedDevices')).toEqual([{ changed: true }]);
  });

  it('L-021: one alone cannot', () => {
    devices([device]);
    expect(screen.queryByRole('button', { name: 'すべて削除する' })).toBeNull();
  });

  it('says that there are none', () => {
    devices([]);
    expect(
      screen.getByText(
        '信頼済み端末はありません。ログインのときに「この端末を信頼する」を選ぶと、30日間、追加の認証を省略できます。',
      ),
    ).toBeTruthy();
  });
});
