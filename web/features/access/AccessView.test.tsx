import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AccessScreenDocument, type AccessScreenQuery } from '@/generated/AccessScreen';
import { renderView } from '@/testing/render';
import { AccessView } from './AccessView';

type Shown = NonNullable<AccessScreenQuery['screen']>;
type Entry = Shown['accesses'][number];

const id = '01a21aa0-1cd1-7011-a9f1-89f93f7fe27b';
const revealed: Entry = {
  accessId: id,
  at: '2026-01-04T15:04:05Z',
  by: 'PERSON',
  department: 'サポート',
  number: 12,
  what: 'REVEALED',
  fields: ['NAME', 'PHONE'],
  why: 'INQUIRY',
  ticket: 'Q-7',
  count: 1,
};
const older: Entry = { ...revealed, what: 'MONEY_DECIDED', department: null, number: null, fields: [], why: null };

type Rest = { locale?: 'ja' | 'en'; contact?: Partial<Shown['contact']>; page?: Partial<Shown['pageInfo']> };

const show = (accesses: Entry[], { locale = 'ja', contact, page }: Rest = {}) =>
  renderView(<AccessView />, {
    document: AccessScreenDocument,
    data: {
      screen: {
        redirectTo: null,
        flowError: null,
        accesses,
        pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: null, ...page },
        contact: { name: '株式会社シネマ', phone: '03-0000-0000', email: 'help@cinema.example', ...contact },
      },
    },
    locale,
    address: '/mypage/access',
  });

/** The first row of the table. */
const cells = () =>
  within(within(screen.getByRole('table')).getAllByRole('row')[1] as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

describe('the record of what the staff did', () => {
  it('says when, what, which department and number, why, and by what the store finds it', () => {
    show([revealed]);
    expect(cells()).toEqual([
      '2026/01/05 00:04',
      '隠された項目を表示表示した項目：名前、電話番号',
      'サポート担当者番号 12',
      'お問い合わせへの対応お問い合わせ番号Q-7',
      `${id}問い合わせる`,
    ]);
  });

  it('says the same in English', () => {
    show([{ ...revealed, department: 'Support' }], { locale: 'en' });
    expect(cells()).toEqual([
      'Jan 5, 2026 00:04',
      'Hidden data was openedOpened: name, phone number',
      'SupportStaff number 12',
      'Your inquiryInquiry numberQ-7',
      `${id}Ask about it`,
    ]);
  });

  it('names neither department nor number of what a program did, or where none is kept', () => {
    show([older]);
    expect(cells().slice(1, 4)).toEqual(['お支払いについての操作', '店舗の担当者', 'お問い合わせ番号Q-7']);
  });

  it('below 1000 pixels says the same in cards, without a reason where there is none', () => {
    const facts = () =>
      [...document.querySelectorAll('ul.wide\\:hidden > li dl > *')].map(({ textContent }) => textContent);
    const { unmount } = show([revealed]);
    const reason = ['理由', 'お問い合わせへの対応お問い合わせ番号Q-7'];
    const rest = ['記録番号', `${id}問い合わせる`];
    expect(facts()).toEqual(['担当者', 'サポート担当者番号 12', ...reason, ...rest]);
    unmount();
    show([{ ...older, ticket: null }]);
    expect(facts()).toEqual(['担当者', '店舗の担当者', ...rest]);
  });

  it('calls a program the store’s system', () => {
    show([{ ...older, by: 'PROGRAM', ticket: null }]);
    expect(cells().slice(2, 4)).toEqual(['店舗のシステム', 'なし']);
  });

  it('says how often the same was looked at on a day, if more than once', () => {
    const { unmount } = show([{ ...revealed, what: 'SEARCHED', fields: [], count: 3 }]);
    expect(cells()[1]).toBe('検索で表示この日に3回');
    unmount();
    show([{ ...revealed, what: 'SEARCHED', fields: [] }]);
    expect(cells()[1]).toBe('検索で表示');
  });

  it('says what fields were checked, changed, or touched otherwise', () => {
    for (const [what, words] of [
      ['CHECKED', 'ご本人の確認確認した項目：名前、電話番号'],
      ['CHANGED', '会員情報を変更変更した項目：名前、電話番号'],
      ['SESSIONS_ENDED', 'すべての端末をログアウト項目：名前、電話番号'],
    ] as const) {
      const { unmount } = show([{ ...revealed, what }]);
      expect(cells()[1]).toBe(words);
      unmount();
    }
  });

  it('offers a mail to the store that names the entry', () => {
    show([revealed]);
    const [link] = screen.getAllByRole('link', {
      name: '2026/01/05 00:04の「隠された項目を表示」について問い合わせる',
    }) as HTMLAnchorElement[];
    const mail = new URL(link?.href ?? '');
    expect([mail.protocol, mail.pathname]).toEqual(['mailto:', 'help@cinema.example']);
    expect(mail.searchParams.get('subject')).toBe(`閲覧・操作の記録について（${id}）`);
    expect(mail.searchParams.get('body')).toContain(
      `記録番号：${id}\n日時：2026/01/05 00:04\n内容：隠された項目を表示`,
    );
    expect(mail.search).not.toContain('+');
  });

  it('a store without a mail address is asked by telephone', () => {
    show([revealed], { contact: { email: null } });
    expect(screen.queryByRole('link', { name: /問い合わせる/ })).toBeNull();
    expect(screen.getByRole('link', { name: '03-0000-0000' }).getAttribute('href')).toBe('tel:03-0000-0000');
    expect(screen.queryByText(/^メール：/)).toBeNull();
  });

  it('a store without a telephone is asked by mail', () => {
    show([revealed], { contact: { phone: null } });
    const link = screen.getByRole('link', { name: 'help@cinema.example' });
    expect(link.getAttribute('href')).toBe('mailto:help@cinema.example');
    expect(screen.queryByText(/^電話：/)).toBeNull();
  });

  it('says how long entries are kept, that there are no names, and whom to ask', () => {
    show([revealed]);
    expect(screen.getByText(/1年間です。.*10年間/)).toBeTruthy();
    expect(screen.getByText(/氏名は表示しません/)).toBeTruthy();
    expect(screen.getByText(/記録番号を添えて株式会社シネマへ/)).toBeTruthy();
  });

  it('says that there is none yet, and little else', () => {
    show([]);
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByText(/記録は、まだありません/)).toBeTruthy();
    expect(screen.getByText(/1年間です。.*10年間/)).toBeTruthy();
    expect(screen.queryByText(/氏名は表示しません/)).toBeNull();
    expect(screen.queryByText(/記録番号を添えて/)).toBeNull();
  });

  it('leads to earlier entries and back, where there are any', () => {
    const { unmount } = show([revealed], { page: { hasNextPage: true, endCursor: 'c/1' } });
    expect(screen.getByRole('link', { name: '以前の記録' }).getAttribute('href')).toBe('/mypage/access?after=c%2F1');
    expect(screen.queryByRole('link', { name: '最新の記録に戻る' })).toBeNull();
    unmount();
    show([revealed], { page: { hasPreviousPage: true } });
    expect(screen.getByRole('link', { name: '最新の記録に戻る' }).getAttribute('href')).toBe('/mypage/access');
    expect(screen.queryByRole('link', { name: '以前の記録' })).toBeNull();
  });
});
