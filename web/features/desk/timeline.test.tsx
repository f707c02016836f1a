import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Desk } from '@/layouts/Desk';
import type { StaffDocument } from '@/lib/desk/document';
import { Refused } from '@/lib/desk/refused';
import { faultOf } from '@/lib/fault';
import { contracts, member, money, page, showAtDesk as show } from '@/testing/desk';
import { MemberView } from './MemberView';
import { loadMember, type MemberPage, wantedOf } from './member';

type Timeline = NonNullable<NonNullable<MemberPage['timeline']>['data']>;
type Entry = Timeline['nodes'][number];

const entry = (of: Partial<Entry> & Pick<Entry, 'kind' | 'what' | 'detail'>): Entry => ({
  ...{ at: '2026-01-05T00:00:01Z', id: `${of.kind} ${of.what}`, by: null, amount: null },
  ...of,
});

const timeline = (nodes: Entry[], endCursor: string | null = null): { data: Timeline } => ({
  data: { nodes, pageInfo: { hasNextPage: !!endCursor, hasPreviousPage: false, endCursor }, leftOut: [] },
});

const happened = () => within(screen.getByRole('region', { name: 'これまでの経過' }));
const lines = () => [...(happened().getByRole('list').children ?? [])].map((line) => line.textContent);

describe('what happened', () => {
  it('is told in words, with plans by their names', () => {
    const nodes = [
      entry({ kind: 'LOGIN', what: 'failed', detail: 'Password' }),
      entry({ kind: 'LOGIN', what: 'succeeded', detail: 'LINE' }),
      entry({ kind: 'ORDER', what: 'completed', detail: 'standard', amount: 1100 }),
      entry({ kind: 'BILL', what: 'paid', detail: 'gone', amount: 1100 }),
      entry({ kind: 'CONTRACT', what: 'CancelRequested', detail: 'CANCEL_REQUEST' }),
      entry({ kind: 'REFUND', what: 'done', detail: 'refund', amount: 300 }),
      entry({ kind: 'MESSAGE', what: 'sent', detail: 'order-completed' }),
      entry({ kind: 'ACT', what: 'member.revealed', detail: 'done', by: '灯 葵' }),
      entry({ kind: 'ACT', what: 'refund.asked', detail: 'proposed', by: '沖 蓮' }),
      entry({ kind: 'NOTE', what: 'noted', detail: '折り返す', by: '灯 葵' }),
      entry({ kind: 'MESSAGE', what: 'sent', detail: 'of-tomorrow', id: 'm2' }),
    ];
    show(<MemberView />, { scopes: [] }, page({ contracts, money, timeline: timeline(nodes) }));
    const at = '2026/01/05 09:00:01';
    expect(lines()).toEqual([
      `${at}ログイン失敗パスワード`,
      `${at}ログイン成功LINE`,
      `${at}お申し込み完了1,100円スタンダード`,
      `${at}ご請求支払い済み1,100円gone`,
      `${at}ご契約解約の受付解約予定`,
      `${at}返金完了300円返金`,
      `${at}お知らせ送信済みお申し込みの完了`,
      `${at}担当者の操作個人情報を表示灯 葵`,
      `${at}担当者の操作返金承認待ち沖 蓮`,
      `${at}メモ追加灯 葵折り返す`,
      `${at}お知らせ送信済みof-tomorrow`,
    ]);
  });

  it('is led through by plain links, of the kinds that the caller may read', () => {
    const of = page({ timeline: timeline([entry({ kind: 'LOGIN', what: 'failed', detail: 'Password' })], 'c/2') });
    show(<MemberView />, { scopes: ['CONTRACTS_READ'] }, { ...of, wanted: { kind: 'LOGIN', after: 'c/1' } });
    const links = (name: string) =>
      within(happened().getByRole('navigation', { name }))
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]);
    expect(links('種類')).toEqual([
      ['すべて', '/staff/members/a1#timeline', null],
      ['ログイン', '/staff/members/a1?kind=LOGIN#timeline', 'true'],
      ['ご契約', '/staff/members/a1?kind=CONTRACT#timeline', null],
      ['お知らせ', '/staff/members/a1?kind=MESSAGE#timeline', null],
      ['メモ', '/staff/members/a1?kind=NOTE#timeline', null],
    ]);
    const href = (name: string) => happened().getByRole('link', { name }).getAttribute('href');
    expect(href('以前の経過')).toBe('/staff/members/a1?kind=LOGIN&after=c%2F2#timeline');
    expect(href('最新に戻る')).toBe('/staff/members/a1?kind=LOGIN#timeline');
  });

  it('says that there is nothing, or why it cannot be shown', () => {
    const { unmount } = show(<MemberView />, { scopes: [] }, page({ timeline: timeline([]) }));
    expect(happened().getByText('なし')).toBeTruthy();
    expect(happened().queryByRole('link', { name: '以前の経過' })).toBeNull();
    unmount();
    show(<MemberView />, { scopes: [] }, page({ timeline: { wrong: '期限切れです' } }));
    expect(happened().getByText('期限切れです')).toBeTruthy();
  });
});

describe('what has to be known first', () => {
  it('says that the member is guarded, blocked, about to be changed, and waits for somebody', () => {
    const login = {
      ...member.login,
      heldChanges: [
        {
          ...{ changeId: 'h1', factors: [], email: 'n***@example.jp', from: '2026-01-08T00:00:00Z' },
          ...{ provedAt: null, agreedAt: null },
        },
        {
          ...{ changeId: 'h2', factors: ['OTP' as const], email: null, from: '2026-01-09T00:00:00Z' },
          ...{ provedAt: null, agreedAt: null },
        },
      ],
    };
    const of = page({
      member: { ...member, isGuarded: true, status: 'suspended', login },
      proposals: { nodes: [{ proposalId: 'q1', field: 'withdrawMember', expiresAt: '2026-01-07T00:00:00Z' }] },
    });
    show(<MemberView />, { scopes: [] }, of);
    for (const words of [
      '特に保護する会員です',
      '利用を停止しています',
      'メールアドレスをn***@example.jpに変更：2026/01/08 09:00から有効',
      '新しいアドレスは未確認です。',
      '多要素認証（認証アプリ）を解除：2026/01/09 09:00から有効',
      '退会を代行（2026/01/07 09:00まで）',
    ])
      expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByRole('link', { name: '承認待ちを開く' }).getAttribute('href')).toBe('/staff/proposals');
  });

  it('says nothing of a member like all others', () => {
    show(<MemberView />, { scopes: [] }, page());
    expect(document.body.textContent).not.toMatch(/特に保護する会員です|利用を停止しています|手続き中|承認待ち/);
  });

  it('says that a member of the staff is looked after by a colleague', () => {
    const fault = { status: 409, code: 'OWN_ACCOUNT', message: 'ご自身の会員情報です。', requestId: null };
    show(<Desk>{null}</Desk>, { scopes: [] }, null, fault);
    expect(screen.getByText('ご自身の会員情報です。')).toBeTruthy();
  });
});

describe('others who may be the same person', () => {
  const answers = vi.fn();
  beforeEach(() => {
    answers.mockReset();
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      answers(JSON.parse(String(init.body)).operationName);
      const alike = ['KANA', 'BIRTHDAY'];
      const other = {
        accountId: 'a2',
        status: 'active',
        name: '山＊＊＊',
        nameKana: null,
        createdAt: member.createdAt,
      };
      return new Response(JSON.stringify({ data: { member: { lookalikes: [{ alike, member: other }] } } }));
    });
  });

  it('are looked for by a press, since it is a search that is told', async () => {
    show(<MemberView />, { scopes: ['MEMBERS_FIND'] }, page());
    expect(answers).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: '探す' }));
    expect((await screen.findByRole('link', { name: '山＊＊＊' })).getAttribute('href')).toBe('/staff/members/a2');
    expect(screen.getByText('フリガナ、生年月日が同じ')).toBeTruthy();
    expect(answers.mock.calls).toEqual([['LookalikesScreen']]);
  });

  it('are not looked for without the scope', () => {
    show(<MemberView />, { scopes: [] }, page());
    expect(screen.queryByRole('button', { name: '探す' })).toBeNull();
  });
});

describe('what the page of a member loads', () => {
  /** Answers each document by its name, and says which were asked, with what. */
  function desk(scopes: string[], answers: Record<string, unknown> = {}) {
    const asked: [string, object][] = [];
    const known: Record<string, unknown> = {
      MemberScreen: { staff: { scopes }, member, proposals: null },
      MemberContractsScreen: { member: contracts.data },
      MemberMoneyScreen: { member: money.data },
      MemberTimelineScreen: { member: { timeline: timeline([]).data } },
      ...answers,
    };
    const ask = async <R, V extends object>({ name }: StaffDocument<R, V>, variables: V): Promise<R> => {
      asked.push([name, variables]);
      const found = known[name];
      if (found instanceof Error) throw found;
      return found as R;
    };
    return { asked, ask };
  }
  const newest = wantedOf(null, null);

  it('is what the caller may read, and the timeline when the rest was read', async () => {
    const { asked, ask } = desk(['CONTRACTS_READ', 'MONEY_READ']);
    const loaded = await loadMember('a1', wantedOf('LOGIN', 'c/1'), ask);
    expect(asked.map(([name]) => name)).toEqual([
      ...['MemberScreen', 'MemberContractsScreen', 'MemberMoneyScreen', 'MemberTimelineScreen'],
    ]);
    expect(asked.at(-1)?.[1]).toEqual({ accountId: 'a1', kinds: ['LOGIN'], after: 'c/1' });
    expect(loaded).toMatchObject({ contracts: { data: contracts.data }, timeline: { data: { nodes: [] } } });
    const few = desk([]);
    expect(await loadMember('a1', newest, few.ask)).toMatchObject({ contracts: null, money: null });
    expect(few.asked.map(([name]) => name)).toEqual(['MemberScreen', 'MemberTimelineScreen']);
  });

  it('keeps the rest where a part is refused, but not where the session is over', async () => {
    const refused = new Refused({ ...faultOf({ status: 400 }), message: '広すぎます' });
    const { ask } = desk(['MONEY_READ'], { MemberMoneyScreen: refused, MemberTimelineScreen: refused });
    expect(await loadMember('a1', newest, ask)).toMatchObject({
      money: { wrong: '広すぎます' },
      timeline: { wrong: '広すぎます' },
    });
    const out = desk(['MONEY_READ'], { MemberMoneyScreen: new Refused(faultOf({ status: 401 })) });
    await expect(loadMember('a1', newest, out.ask)).rejects.toThrow();
    const none = desk([], { MemberScreen: { staff: null, member: null, proposals: null } });
    expect(await loadMember('a1', newest, none.ask)).toBeNull();
  });

  it.each([
    ['LOGIN', 'c', { kind: 'LOGIN', after: 'c' }],
    ['login', '', { kind: null, after: null }],
    [null, null, { kind: null, after: null }],
  ])('of the timeline is %s %s', (kind, after, want) => expect(wantedOf(kind, after)).toEqual(want));
});
