import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoginHistoryScreenDocument } from '@/generated/LoginHistoryScreen';
import { SessionsScreenDocument } from '@/generated/SessionsScreen';
import { toast } from '@/lib/toast';
import { findAlert, getAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { modalDialogs } from '@/testing/dialogs';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { LoginHistoryView } from './LoginHistoryView';
import { SessionsView } from './SessionsView';

const entry = {
  createdAt: '2026-01-04T15:04:05Z',
  ip: '203.0.113.7',
  result: true,
  userIdentifierName: 'Email' as string | null,
  loginMethod: 'Password',
  multiFactorType: null as string | null,
  requestMultiFactor: false,
  deviceInfo: 'iPhone' as string | null,
  country: 'JP' as string | null,
  browserInfo: 'Safari' as string | null,
};

const history = (entries: (typeof entry)[], locale: 'ja' | 'en' = 'ja') =>
  renderView(<LoginHistoryView />, {
    document: LoginHistoryScreenDocument,
    data: { screen: { redirectTo: null, flowError: null, loginHistory: entries } },
    storeSettingData: { isEnabledMultiFactor: true },
    locale,
    address: '/mypage/login-history',
  });

describe('the login history', () => {
  it('X-014 R-096 L-098 K-038 F-288 F-289: a table of all facts, with times in Japan to the second', () => {
    history([entry]);
    const table = screen.getByRole('table');
    expect(table.className).toContain('wide:table');
    const row = within(table).getAllByRole('row')[1] as HTMLElement;
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['2026/01/05 00:04:05', '成功', 'メールアドレスパスワード', 'なし', 'iPhoneSafari', '日本203.0.113.7']);
    expect(screen.getByRole('columnheader', { name: '端末 / ブラウザ' })).toBeTruthy();
  });

  it('A-200 L-099: below 1000 pixels, cards that open', async () => {
    const { container } = history([entry]);
    const card = container.querySelector('details') as HTMLDetailsElement;
    expect(card.closest('ul')?.className).toContain('wide:hidden');
    expect(card.open).toBe(false);
    await userEvent.click(card.querySelector('summary') as HTMLElement);
    expect(card.open).toBe(true);
    expect(within(card).getByText('203.0.113.7')).toBeTruthy();
  });

  it('F-290 F-292 F-293 F-294: failures and second factors are told in words', () => {
    history(
      [
        { ...entry, result: false, requestMultiFactor: true, multiFactorType: 'OTP', userIdentifierName: 'UserID' },
        {
          ...entry,
          createdAt: '2026-01-03T15:04:05Z',
          loginMethod: 'LINE',
          userIdentifierName: 'LINE',
          country: null,
          deviceInfo: null,
          browserInfo: null,
        },
      ],
      'en',
    );
    const [, first, second] = within(screen.getByRole('table')).getAllByRole('row') as [
      HTMLElement,
      HTMLElement,
      HTMLElement,
    ];
    for (const words of ['Failed', 'User ID', 'Authenticator app', 'Japan'])
      expect(within(first).getByText(words)).toBeTruthy();
    expect(within(second).getAllByText('LINE')).toHaveLength(1);
    expect(within(second).getAllByText('Unknown')).toHaveLength(2);
  });

  it('L-100 L-101: leads to the password and to the second factors', () => {
    history([]);
    expect(screen.getByRole('link', { name: 'パスワードの変更' }).getAttribute('href')).toBe('/mypage/password/edit');
    expect(screen.getByRole('link', { name: '多要素認証の設定' }).getAttribute('href')).toBe('/mypage/multi-factor');
    expect(screen.getByText(/^表示できるログインの記録はまだありません。/)).toBeTruthy();
  });
});

const session = {
  sessionId: 's1',
  createdAt: '2026-01-04T15:04:05Z',
  lastSeenAt: '2026-01-04T16:04:05Z',
  loginMethod: 'Password',
  ip: '203.0.113.7',
  deviceInfo: 'PC' as string | null,
  browserInfo: 'Chrome' as string | null,
  country: 'JP' as string | null,
  current: true,
};
const other = { ...session, sessionId: 's2', deviceInfo: 'iPhone', browserInfo: 'Safari', current: false };
const none = { redirectTo: null, flowError: null };

const sessions = (list: (typeof session)[]) =>
  renderView(<SessionsView />, {
    document: SessionsScreenDocument,
    data: { screen: { ...none, sessions: list } },
    address: '/mypage/sessions',
  });

function MadeAnew() {
  const [times, setTimes] = useState(0);
  return (
    <>
      <SessionsView key={times} />
      <button type="button" onClick={() => setTimes(times + 1)}>
        anew
      </button>
    </>
  );
}

async function endIt() {
  await userEvent.click(screen.getByRole('button', { name: 'ログアウトさせる' }));
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByText('iPhone / Safari')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'ログアウトさせる' }));
}

describe('where the member is logged in', () => {
  beforeEach(() => void vi.spyOn(toast, 'done'));
  afterEach(() => vi.restoreAllMocks());

  it('marks this device, which has no button of its own', () => {
    sessions([session]);
    expect(screen.getByText('この端末')).toBeTruthy();
    expect(screen.getByText('ほかの端末ではログインしていません。')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'ログアウトさせる' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'ほかの端末をすべてログアウトさせる' })).toBeNull();
  });

  it('ends one after a question that names it, and shows what is left', async () => {
    answer('EndSession', { result: { ...none, userErrors: [], sessions: [session] } });
    const fetched = vi.spyOn(globalThis, 'fetch');
    sessions([session, other]);
    await endIt();
    expect(await screen.findByText('ログアウトさせました。')).toBeTruthy();
    expect(asked('EndSession')).toEqual([{ sessionId: 's2' }]);
    expect(screen.queryByText('iPhone / Safari')).toBeNull();
    expect(screen.getByText('PC / Chrome')).toBeTruthy();
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('does not bring back what the page came with, when the view is made anew', async () => {
    answer('EndSession', { result: { ...none, userErrors: [], sessions: [session] } });
    renderView(<MadeAnew />, {
      document: SessionsScreenDocument,
      data: { screen: { ...none, sessions: [session, other] } },
    });
    await endIt();
    await waitFor(() => expect(screen.queryByText('iPhone / Safari')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'anew' }));
    expect(screen.getByText('PC / Chrome')).toBeTruthy();
    expect(screen.queryByText('iPhone / Safari')).toBeNull();
  });

  // B-05
  it('one that ended meanwhile goes too, under the words of the failure, and nothing is called a success', async () => {
    answerError('EndSession', 'NOT_FOUND', '見つかりませんでした。');
    answer('SessionsScreen', { screen: { ...none, sessions: [session] } });
    sessions([session, other]);
    await endIt();
    await waitFor(() => expect(screen.queryByText('iPhone / Safari')).toBeNull());
    expect(getAlert().textContent).toContain('見つかりませんでした。');
    expect(toast.done).not.toHaveBeenCalled();
    expect(asked('SessionsScreen')).toEqual([{ root: false }]);
  });

  it('leads to the login when the session of this device is over, and says nothing of a success', async () => {
    answerError('EndSession', 'UNAUTHENTICATED', '', { redirectTo: '/login' });
    sessions([session, other]);
    await endIt();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/login?returnTo=%2F'));
    expect(router.push).toHaveBeenCalledTimes(1);
    expect(toast.done).not.toHaveBeenCalled();
    expect(asked('SessionsScreen')).toEqual([]);
  });

  it('and when that shows only as the list is asked for anew', async () => {
    answerError('EndSession', 'NOT_FOUND', '見つかりませんでした。');
    answerError('SessionsScreen', 'UNAUTHENTICATED', '', { redirectTo: '/login' });
    sessions([session, other]);
    await endIt();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/login?returnTo=%2F'));
    expect(getAlert().textContent).toContain('見つかりませんでした。');
    expect(toast.done).not.toHaveBeenCalled();
  });

  it('a failure has the focus when its question is closed', async () => {
    modalDialogs();
    answerError('EndSession', 'INTERNAL', 'エラーが発生しました。');
    answer('SessionsScreen', { screen: { ...none, sessions: [session, other] } });
    sessions([session, other]);
    await endIt();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(getAlert()));
  });

  it('what is tried last is what the page tells of', async () => {
    answerError('EndSession', 'INTERNAL', 'その端末はログアウトできませんでした。');
    answerError('EndOtherSessions', 'INTERNAL', 'ほかの端末はログアウトできませんでした。');
    answer('SessionsScreen', { screen: { ...none, sessions: [session, other] } });
    sessions([session, other]);
    const told = () => screen.getAllByRole('alert').flatMap(({ textContent }) => textContent || []);
    const endOthers = async () => {
      const [open] = screen.getAllByRole('button', { name: 'ほかの端末をすべてログアウトさせる' });
      await userEvent.click(open as HTMLElement);
      await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: open?.textContent ?? '' }));
    };
    await endIt();
    await waitFor(() => expect(told()).toEqual(['その端末はログアウトできませんでした。']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await endOthers();
    await waitFor(() => expect(told()).toEqual(['ほかの端末はログアウトできませんでした。']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await endIt();
    await waitFor(() => expect(told()).toEqual(['その端末はログアウトできませんでした。']));
  });

  it('an answer that got lost is a failure', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
    sessions([session, other]);
    await endIt();
    expect(await findAlert()).toBeTruthy();
    expect(screen.getByText('iPhone / Safari')).toBeTruthy();
    expect(toast.done).not.toHaveBeenCalled();
  });

  it('ends all others at once', async () => {
    answer('EndOtherSessions', { result: { ...none, userErrors: [], sessions: [session] } });
    sessions([session, other]);
    await userEvent.click(screen.getByRole('button', { name: 'ほかの端末をすべてログアウトさせる' }));
    const dialog = screen.getByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'ほかの端末をすべてログアウトさせる' }));
    expect(await screen.findByText('ほかの端末をログアウトさせました。')).toBeTruthy();
    expect(asked('EndOtherSessions')).toEqual([{ changed: true }]);
    expect(screen.queryByText('iPhone / Safari')).toBeNull();
  });
});
