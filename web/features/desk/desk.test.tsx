import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Desk } from '@/layouts/Desk';
import { member, page, showAtDesk as show } from '@/testing/desk';
import { FindView } from './FindView';
import { MemberView } from './MemberView';

const actions = () =>
  [...document.querySelectorAll('section[aria-label=操作] summary')].map(({ textContent }) => textContent);

function open(name: string): void {
  const details = document.getElementById(name) as HTMLDetailsElement;
  act(() => {
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
  });
}

describe('the page of a member', () => {
  it('offers what the caller may do, and nothing else', () => {
    const { unmount } = show(<MemberView />, { scopes: ['MEMBERS_CHECK'] }, page());
    expect(actions()).toEqual(['ご本人の確認']);
    unmount();
    show(<MemberView />, { scopes: ['MEMBERS_SUPPORT', 'MONEY_REFUND', 'CONTRACTS_WRITE'] }, page());
    expect(actions()).toEqual([
      ...['メモを追加', 'メールを再送', 'すべての端末をログアウト', 'パスワード再設定のリンクを送信'],
      'パスワードの変更を要求', // there is nothing to refund or cancel
    ]);
  });

  it('has somebody prove who they are before they fill in what needs it', () => {
    const { unmount } = show(<MemberView />, { scopes: ['MEMBERS_REVEAL'] }, page());
    open('revealMember');
    expect(screen.getByRole('link', { name: '再確認へ進む', hidden: true }).getAttribute('href')).toBe(
      '/staff/confirm?returnTo=%2Fstaff%2Fmembers%2Fa1%23revealMember',
    );
    unmount();
    show(<MemberView />, { scopes: ['MEMBERS_REVEAL'], freshUntil: '2026-01-05T00:00:00Z' }, page());
    open('revealMember');
    expect(screen.getByRole('button', { name: '表示する', hidden: true })).toBeTruthy();
  });

  it('shows values as the desk gives them, in the form of what was opened', () => {
    const custom = [
      { id: 'theatre', title: 'よく行く映画館', type: 'TEXT', value: '灯台座' },
      { id: 'adult', title: '18歳以上です', type: 'CHECKBOX', value: 'true' },
      { id: 'news', title: 'お知らせ', type: 'CHECKBOX', value: 'false' },
      { id: 'typed', title: 'ひとこと', type: 'TEXT', value: 'true' },
      { id: 'former', title: 'former', type: null, value: '***' },
    ];
    show(<MemberView />, { scopes: [] }, page({ member: { ...member, profile: { ...member.profile, custom } } }));
    const facts = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
    for (const shown of ['よく行く映画館灯台座', '18歳以上ですはい', 'お知らせいいえ', 'ひとことtrue', 'former***'])
      expect(facts).toContain(shown);
    expect(facts).toContain('生年月日1980/05/04');
    expect(facts).toContain('性別男性');
    expect(facts).toContain('住所東京都 ＊＊＊');
    expect(facts).toContain('メールアドレスv***@example.jp未確認');
    const notes = within(screen.getByRole('region', { name: 'メモ' })).getAllByRole('listitem');
    expect(notes[0]?.textContent).toContain('固定した');
  });

  it('leaves out parts that the caller may not read, and says why another one is missing', () => {
    show(<MemberView />, { scopes: [] }, page({ money: { wrong: '広すぎます' } }));
    expect(screen.queryByRole('region', { name: 'ご契約' })).toBeNull();
    expect(within(screen.getByRole('region', { name: '決済' })).getByText('広すぎます')).toBeTruthy();
  });
});

describe('the box', () => {
  beforeEach(() => void window.history.replaceState(null, '', '/staff'));

  it('is led to by /, but not while somebody types', () => {
    show(<FindView />, { scopes: ['MEMBERS_FIND'] }, {});
    const box = screen.getByRole('searchbox');
    box.blur();
    fireEvent.keyDown(document.body, { key: '/' });
    expect(document.activeElement).toBe(box);
    expect(fireEvent.keyDown(box, { key: '/' })).toBe(false); // it leads to where they are
    fireEvent.change(box, { target: { value: 'S' } });
    expect(fireEvent.keyDown(box, { key: '/' })).toBe(true); // the letter is typed
  });

  it('sends the term in the body, keeps it out of the address, and finds it again on the way back', async () => {
    const node = { matched: ['KANA'], targetId: null, member: { ...member, ...member.profile } };
    const found = { data: { find: { nodes: [node], pageInfo: { hasNextPage: false, endCursor: null } } } };
    const sent = vi.fn(async () => new Response(JSON.stringify(found)));
    vi.stubGlobal('fetch', sent);
    window.history.replaceState({ kaiinTerm: 'ヤマダ' }, '');
    show(<FindView />, { scopes: ['MEMBERS_FIND'] }, {});
    expect((await screen.findAllByRole('link', { name: '会＊＊＊' }))[0]?.getAttribute('href')).toBe(
      '/staff/members/a1',
    );
    const [, init] = sent.mock.calls[0] as unknown as [string, RequestInit];
    expect(JSON.parse(String(init.body)).variables.term).toBe('ヤマダ');
    expect(window.location.search).toBe('');
    expect(screen.getByText('「ヤマダ」に一致した1件を表示しています。')).toBeTruthy();
  });

  it('is not there without the scope', () => {
    show(<FindView />, { scopes: [] }, {});
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
});

describe('the layout', () => {
  it('says who is logged in, and why there is nothing to show', () => {
    const fault = { status: 403, code: 'MISSING_SCOPE', message: '権限 members.read が必要です。', requestId: null };
    show(<Desk>{null}</Desk>, { scopes: [] }, null, fault);
    expect(screen.getByText('サポート 灯 葵 担当者番号 7')).toBeTruthy();
    expect(screen.getByText('権限 members.read が必要です。')).toBeTruthy();
  });

  it('hides what it shows after ten minutes', () => {
    vi.useFakeTimers();
    show(<Desk>山田太郎</Desk>, { scopes: [] }, {});
    expect(screen.queryByText('山田太郎')).toBeTruthy();
    vi.setSystemTime(Date.now() + 600_000);
    fireEvent.keyDown(document.body, { key: 'a' });
    vi.useRealTimers();
    expect(screen.queryByText('山田太郎')).toBeNull();
    expect(screen.getByRole('button', { name: '再読み込みして続ける' })).toBeTruthy();
  });
});
