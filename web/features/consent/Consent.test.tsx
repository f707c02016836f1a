import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConsentScreenDocument } from '@/generated/ConsentScreen';
import { toast } from '@/lib/toast';
import { answer, answerError, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { ConsentView } from './ConsentView';

const news = {
  consentOptionId: 'news',
  key: 'k1',
  title: '新着のお知らせ',
  description: '毎週金曜日にお届けします。' as string | null,
  value: false,
};
const offers = { consentOptionId: 'offers', key: 'k2', title: 'お得な情報', description: null, value: true };

type Shown = { type?: 'newsletter' | 'privacy'; usesExternalPolicy?: boolean; locale?: 'ja' | 'en' };

const show = ({ type = 'newsletter', usesExternalPolicy = false, locale = 'ja' }: Shown = {}) =>
  renderView(<ConsentView />, {
    document: ConsentScreenDocument,
    data: {
      screen: { redirectTo: null, flowError: null, type, consentOptions: [news, offers], usesExternalPolicy },
    },
    locale,
    address: `/mypage/consent?type=${type}`,
  });

const flip = (name: string) => screen.getByRole('switch', { name }) as HTMLInputElement;
const row = (name: string) => within(flip(name).closest('li') as HTMLElement);
const accepted = (value: boolean) => ({
  result: { redirectTo: null, flowError: null, userErrors: [], consentOption: { ...news, value } },
});

describe('the consents', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => vi.restoreAllMocks());

  it('R-097 L-103 L-104 L-105 L-106 L-107 L-108: newsletters with badge, title, description and switch', () => {
    show();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('メールマガジン');
    expect(screen.getAllByRole('switch')).toEqual([flip('新着のお知らせ'), flip('お得な情報')]);
    expect([flip('新着のお知らせ').checked, flip('お得な情報').checked]).toEqual([false, true]);
    expect(row('新着のお知らせ').getByText('無効').className).not.toContain('accent');
    expect(row('お得な情報').getByText('有効').className).toContain('accent');
    expect(row('新着のお知らせ').getByText('毎週金曜日にお届けします。')).toBeTruthy();
    expect(document.getElementById(flip('新着のお知らせ').getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      '毎週金曜日にお届けします。',
    );
    expect(flip('お得な情報').getAttribute('aria-describedby')).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  });

  it('L-103: in English', () => {
    show({ locale: 'en' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Newsletter');
    expect([screen.getByText('Enabled'), screen.getByText('Disabled')]).toHaveLength(2);
  });

  it('R-098 L-102 L-109 L-110: privacy has notes, and the policy in a new tab', () => {
    show({ type: 'privacy' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('プライバシー管理');
    const notes = screen.getByRole('heading', { level: 2, name: '設定についてのご注意' });
    expect(within(notes.closest('section') as HTMLElement).getAllByRole('listitem')).toHaveLength(3);
    const link = screen.getByRole('link', { name: /^プライバシーポリシー/ }) as HTMLAnchorElement;
    expect([link.getAttribute('href'), link.target]).toEqual(['/privacy', '_blank']);
  });

  it('A-189 L-111: there is no link to a policy that is kept elsewhere', () => {
    show({ type: 'privacy', usesExternalPolicy: true });
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getAllByRole('listitem').length).toBeGreaterThan(3);
  });

  it('C-096 S-094 S-095 S-096: the value flips when it was accepted, and not before', async () => {
    const done = vi.spyOn(toast, 'done');
    answer('AnswerConsent', accepted(true));
    answer('AnswerConsent', accepted(false));
    show();
    const seen: unknown[] = [];
    const watched = new MutationObserver(() =>
      seen.push([flip('新着のお知らせ').getAttribute('aria-disabled'), flip('新着のお知らせ').checked]),
    );
    watched.observe(document.body, { subtree: true, attributes: true, childList: true });
    await userEvent.click(flip('新着のお知らせ'));
    await waitFor(() => expect(flip('新着のお知らせ').checked).toBe(true));
    expect(seen[0]).toEqual(['true', false]);
    expect(row('新着のお知らせ').getByText('有効')).toBeTruthy();
    await waitFor(() => expect(flip('新着のお知らせ').getAttribute('aria-disabled')).toBeNull());
    expect(flip('お得な情報').checked).toBe(true);
    await userEvent.keyboard(' ');
    await waitFor(() => expect(flip('新着のお知らせ').checked).toBe(false));
    watched.disconnect();
    expect(asked('AnswerConsent')).toEqual([
      { consentOptionId: 'news', key: 'k1', value: true },
      { consentOptionId: 'news', key: 'k1', value: false },
    ]);
    expect(done.mock.calls).toEqual([['設定を変更しました'], ['設定を変更しました']]);
  });

  it('S-094: pressing it many times at once asks once', async () => {
    answer('AnswerConsent', accepted(true));
    show();
    for (let i = 0; i < 50; i++) flip('新着のお知らせ').click();
    await waitFor(() => expect(flip('新着のお知らせ').checked).toBe(true));
    expect(asked('AnswerConsent')).toHaveLength(1);
  });

  it('shows what the server says, should another tab have been quicker', async () => {
    answer('AnswerConsent', accepted(false));
    show();
    await userEvent.click(flip('新着のお知らせ'));
    await waitFor(() => expect(asked('AnswerConsent')).toHaveLength(1));
    expect(flip('新着のお知らせ').checked).toBe(false);
  });

  it('E-085 E-086 S-097: a failure is told and logged, and the value stays', async () => {
    const failed = vi.spyOn(toast, 'error');
    answerError('AnswerConsent', 'INTERNAL', 'ほかの言葉');
    show();
    await userEvent.click(flip('新着のお知らせ'));
    await waitFor(() => expect(failed).toHaveBeenCalledWith('設定を変更できませんでした'));
    expect(flip('新着のお知らせ').checked).toBe(false);
    expect(row('新着のお知らせ').getByText('無効')).toBeTruthy();
    expect(console.error).toHaveBeenCalledWith(expect.any(String), 'INTERNAL');
    await waitFor(() => expect(flip('新着のお知らせ').getAttribute('aria-disabled')).toBeNull());
  });

  it('E-085: words that have changed meanwhile are shown', async () => {
    answer('AnswerConsent', {
      result: {
        redirectTo: null,
        flowError: null,
        userErrors: [{ code: 'POLICY_CHANGED', field: null, message: 'x' }],
        consentOption: null,
      },
    });
    answer('ConsentScreen', {
      screen: {
        redirectTo: null,
        flowError: null,
        type: 'newsletter',
        consentOptions: [{ ...news, key: 'k3', title: '新しい言葉' }],
        usesExternalPolicy: false,
      },
    });
    show();
    await userEvent.click(flip('新着のお知らせ'));
    await waitFor(() => expect(flip('新しい言葉').checked).toBe(false));
  });
});
