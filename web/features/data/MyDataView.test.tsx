import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { DataScreenDocument, type DataScreenQuery } from '@/generated/DataScreen';
import { findAlert } from '@/testing/alerts';
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

  describe('what the file holds', () => {
    const ready: Partial<Screen> = { fileState: 'ready', fileExpiresAt: '2026-04-02T03:04:05Z', fileSize: 2048 };
    const file = {
      accountId: 'a',
      madeAt: '2026-04-01T03:04:05Z',
      profile: {
        erasedAfterWithdrawal: 'atOnce',
        accounts: [{ name: null, nickname: '太郎', custom: { hobby: '映画' } }],
        profile_images: [{ content: 'data:image/jpeg;base64,AAAA' }],
        profiles: [],
      },
      payments: {
        orders: Array.from({ length: 51 }, (_, i) => ({
          created_at: '2026-04-01T03:04:05.123+00:00',
          amount: i,
          signup: i === 0,
        })),
        order_evidence: [{ html: 'x'.repeat(3000) }],
      },
    };
    const answerWith = (body: BodyInit | null, status = 200) =>
      vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { status }));
    const press = () => userEvent.click(screen.getByRole('button', { name: '内容をこのページで見る' }));

    it('is shown with each kind, with names, times of Tokyo and the picture, and no empty field', async () => {
      answerWith(JSON.stringify(file));
      show(ready);
      await press();
      await waitFor(() => expect(screen.getByText('下の各データに、内容を表示しました。')).toBeTruthy());
      await userEvent.click(screen.getByText('会員情報'));
      await waitFor(() => expect(screen.getByText('太郎')).toBeTruthy());
      expect(screen.getByText('ニックネーム')).toBeTruthy();
      expect(screen.getByText(/"hobby": "映画"/)).toBeTruthy();
      expect(screen.queryByText('名前')).toBeNull();
      expect(screen.queryByText('プロフィールの一覧')).toBeNull();
      await userEvent.click(screen.getByText('プロフィール画像'));
      await waitFor(() => expect(document.querySelector('img[src="data:image/jpeg;base64,AAAA"]')).toBeTruthy());
    });

    it('comes fifty records at a time, and texts that are long are cut', async () => {
      answerWith(JSON.stringify(file));
      show(ready);
      await press();
      await userEvent.click(await screen.findByText('注文'));
      await waitFor(() => expect(screen.getAllByText('2026/04/01 12:04:05')).toHaveLength(50));
      expect(screen.getAllByText('はい')).toHaveLength(1);
      await userEvent.click(screen.getByRole('button', { name: '続きを表示する（残り1件）' }));
      expect(screen.getAllByText('2026/04/01 12:04:05')).toHaveLength(51);
      await userEvent.click(screen.getByText('お申し込みの記録'));
      await waitFor(() => expect(screen.getByText(/^x{2000}（続きはファイルに含まれています）$/)).toBeTruthy());
    });

    it('X-048: is shown only after a login, to which the server leads', async () => {
      const page = new Response('<html></html>');
      Object.defineProperties(page, { redirected: { value: true }, url: { value: 'http://localhost:8080/login' } });
      vi.spyOn(globalThis, 'fetch').mockResolvedValue(page);
      const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
      show(ready);
      await press();
      await waitFor(() => expect(assign).toHaveBeenCalledWith('http://localhost:8080/login'));
    });

    it.each([
      ['the file is gone', 404],
      ['the server is out', 503],
    ])('says that it cannot be shown when %s', async (_, status) => {
      answerWith('<html></html>', status);
      show(ready);
      await press();
      expect((await findAlert()).textContent).toContain('内容を表示できませんでした');
    });
  });
});
