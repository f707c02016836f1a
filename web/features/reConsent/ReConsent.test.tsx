import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { PolicyFragment } from '@/generated/fragments';
import { ReConsentScreenDocument } from '@/generated/ReConsentScreen';
import { findAlert, queryAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { done, external, inline, refused } from '@/testing/signup';
import { ReConsentView } from './ReConsentView';

const show = (policies: PolicyFragment[], { locale = 'ja' as 'ja' | 'en', root = {} } = {}) =>
  renderView(<ReConsentView />, {
    document: ReConsentScreenDocument,
    root,
    data: { screen: { redirectTo: null, flowError: null, returnTo: '/mypage/edit', policies } },
    locale,
    address: '/mypage/re-consent?returnTo=%2Fmypage%2Fedit',
  });

const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;

/** Makes texts longer than their boxes; happy-dom lays nothing out. */
function longTexts() {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
}

function scroll(title: string, scrollTop: number) {
  fireEvent.scroll(screen.getByRole('region', { name: title }), { target: { scrollTop } });
}

describe('agreeing again', () => {
  it('R-103 S-113 C-100: opens the button when every text is read to within 15 px of its end, and goes on to the wanted page', async () => {
    longTexts();
    answer('ReConsent', done('/mypage/edit'));
    show([inline('terms', 2), inline('privacy', 3)]);
    scroll('規約 terms', 584);
    scroll('規約 privacy', 600);
    expect(button('同意して次へ進む').disabled).toBe(true);
    expect(screen.getByText('すべての規約を最後までお読みになると、ボタンを押せるようになります。')).toBeTruthy();
    scroll('規約 terms', 585);
    expect(button('同意して次へ進む').disabled).toBe(false);
    await userEvent.click(button('同意して次へ進む'));
    await waitFor(() => expect(router.replace).toHaveBeenCalledWith('/mypage/edit'));
    expect(asked('ReConsent')).toEqual([
      {
        policyConsentData: [
          { policyId: 'terms', revision: 2, key: 'key-terms-2' },
          { policyId: 'privacy', revision: 3, key: 'key-privacy-3' },
        ],
        returnTo: '/mypage/edit',
      },
    ]);
  });

  it.each([
    ['ja', '同意して次へ進む', '「規約 rules」への同意が必要です。'],
    ['en', 'Agree and continue', 'Your consent to “規約 rules” is required.'],
  ] as const)(
    'V-122: a box of an external policy that is not ticked is told, and has the focus (%s)',
    async (locale, press, words) => {
      answer('ReConsent', done('/mypage'));
      show([inline('terms', 2), external('news'), external('rules')], { locale });
      const [news, rules] = screen.getAllByRole('checkbox') as [HTMLInputElement, HTMLInputElement];
      expect(button(press).disabled).toBe(false);
      expect(screen.queryByText(/ボタンを押せる|The button opens/)).toBeNull();
      expect(screen.queryByText(words)).toBeNull();
      await userEvent.click(news);
      await userEvent.click(button(press));
      await waitFor(() => expect(document.activeElement).toBe(rules));
      expect(screen.getAllByText(words)).toHaveLength(1);
      expect(rules.getAttribute('aria-invalid')).toBe('true');
      expect(document.getElementById(rules.getAttribute('aria-describedby') ?? '')?.textContent).toBe(words);
      expect(news.getAttribute('aria-invalid')).toBeNull();
      expect(asked('ReConsent')).toEqual([]);
      await userEvent.click(rules);
      expect(screen.queryByText(words)).toBeNull();
      await userEvent.click(button(press));
      await waitFor(() => expect(asked('ReConsent')).toHaveLength(1));
    },
  );

  it.each([
    ['ja', '同意して次へ進む', '同意内容の更新', '最新の内容を確認する'],
    ['en', 'Agree and continue', 'Update of your consent', 'See the latest version'],
  ] as const)(
    'E-092 E-093: INVALID_REQUEST opens a dialog that only loading the page again leaves (%s)',
    async (locale, press, title, reload) => {
      const reloaded = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
      answer('ReConsent', refused({ code: 'INVALID_REQUEST', field: null, message: '入力内容に誤りがあります。' }));
      show([inline('terms', 2)], { locale });
      await userEvent.click(button(press));
      const dialog = await screen.findByRole('dialog', { name: title });
      expect(within(dialog).getAllByRole('button')).toHaveLength(1);
      fireEvent(dialog, new Event('cancel', { cancelable: true }));
      expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
      act(() => (dialog as HTMLDialogElement).close()); // a second Escape
      expect((dialog as HTMLDialogElement).open).toBe(true);
      expect(queryAlert()).toBeNull();
      expect(reloaded).not.toHaveBeenCalled();
      await userEvent.click(within(dialog).getByRole('button', { name: reload }));
      expect(reloaded).toHaveBeenCalledOnce();
    },
  );

  it.each([
    ['ja', '同意して次へ進む', 'エラーが発生しました。'],
    ['en', 'Agree and continue', 'An error occurred.'],
  ] as const)('E-094: any other error is told in words of its own (%s)', async (locale, press, words) => {
    answerError('ReConsent', 'INTERNAL', 'server');
    show([inline('terms', 2)], { locale });
    await userEvent.click(button(press));
    expect((await findAlert()).textContent).toBe(words);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('A-192 A-195: says what stays open, without links to leaving in the app', () => {
    const { unmount } = show([inline('terms', 2)]);
    expect(screen.getByRole('link', { name: 'ご契約中のプランへ' }).getAttribute('href')).toBe('/mypage/plans');
    expect(screen.getByRole('link', { name: '退会のお手続きへ' }).getAttribute('href')).toBe('/withdraw');
    expect(screen.getByRole('link', { name: 'ログアウトする' }).getAttribute('href')).toBe('/logout');
    unmount();
    show([inline('terms', 2)], { root: { isApp: true } });
    expect(screen.queryByRole('link', { name: '退会のお手続きへ' })).toBeNull();
    expect(screen.getByRole('link', { name: 'ログアウトする' })).toBeTruthy();
  });
});
