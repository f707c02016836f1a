import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { DataScreenDocument, type DataScreenQuery } from '@/generated/DataScreen';
import { answer, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { MyDataView } from './MyDataView';

type Screen = NonNullable<DataScreenQuery['screen']>;

const shown = (file: Partial<Screen> = {}): Screen => ({
  redirectTo: null,
  flowError: null,
  holdings: [
    { kind: 'profile', records: 1, term: 'atOnce', reason: 'none' },
    { kind: 'payments', records: 12000, term: 'tenYears', reason: 'books' },
  ],
  fileState: 'none',
  fileExpiresAt: null,
  fileSize: 0,
  ...file,
});

const show = (file: Partial<Screen> = {}, locale: 'ja' | 'en' = 'ja') =>
  renderView(<MyDataView />, {
    document: DataScreenDocument,
    data: { screen: shown(file) },
    locale,
    address: '/mypage/data',
  });

const link = () => screen.queryByRole('link');

describe('the own data', () => {
  it('shows each kind with how much there is, and when and why it is erased', () => {
    show();
    expect(screen.getByText('12,000件')).toBeTruthy();
    const payments = screen.getByRole('heading', { name: '注文とお支払い' }).closest('li');
    expect(payments?.textContent).toContain('10年後に削除します。');
    expect(payments?.textContent).toContain('帳簿');
    const profile = screen.getByRole('heading', { name: 'プロフィール' }).closest('li');
    expect(profile?.textContent).toContain('退会と同時に削除します。');
  });

  it('asks for the file, and shows that it is being made', async () => {
    show();
    answer('RequestDataFile', { result: { redirectTo: null, flowError: null, userErrors: [] } });
    answer('DataScreen', { screen: shown({ fileState: 'making' }) });
    await userEvent.click(screen.getByRole('button', { name: 'ファイルを作成する' }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('作成しています'));
    expect(asked('RequestDataFile').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button')).toBeNull();
    expect(link()).toBeNull();
  });

  it('offers a file that is ready, until when, and a new one', () => {
    show({ fileState: 'ready', fileExpiresAt: '2026-04-02T03:04:05Z', fileSize: 2048 }, 'en');
    expect(link()?.getAttribute('href')).toBe('/mypage/data/file');
    expect(link()?.hasAttribute('download'), 'a login that it leads to would be saved').toBe(false);
    expect(link()?.textContent).toContain('2 KB');
    expect(screen.getByRole('status').textContent).toContain('2026');
    expect(screen.getByRole('button', { name: 'Make the file again' })).toBeTruthy();
  });

  it('says that the day of a file is over', () => {
    show({ fileState: 'expired' });
    expect(screen.getByRole('status').textContent).toContain('期限が過ぎました');
    expect(link()).toBeNull();
    expect(screen.getByRole('button', { name: 'ファイルを作成する' })).toBeTruthy();
  });
});
