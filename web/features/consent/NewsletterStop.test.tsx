import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NewsletterStopScreenDocument } from '@/generated/NewsletterStopScreen';
import { renderView } from '@/testing/render';
import { NewsletterStopView } from './NewsletterStopView';

type State = 'open' | 'stopped' | 'broken';

const show = (state: State, title: string | null, locale: 'ja' | 'en' = 'ja') =>
  renderView(<NewsletterStopView />, {
    document: NewsletterStopScreenDocument,
    data: { screen: { redirectTo: null, flowError: null, state, title } },
    variables: { token: 'the-token' },
    address: '/newsletter/stop?token=the-token',
    locale,
  });

const title = () => screen.getByRole('heading', { level: 1 }).textContent;

describe('the link of a newsletter', () => {
  it('asks with a plain form that posts to the page itself', () => {
    show('open', '新着作品のお知らせ');
    expect(title()).toBe('メールマガジンの配信停止');
    expect(screen.getByText(/^「新着作品のお知らせ」の配信を停止します。/)).toBeTruthy();
    const form = screen.getByRole('button', { name: '配信を停止する' }).closest('form') as HTMLFormElement;
    expect([form.method, form.getAttribute('action')]).toEqual(['post', null]);
    expect(Object.fromEntries(new FormData(form))).toEqual({ stop: 'button' });
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('says that it is stopped, and where it is turned on again', () => {
    show('stopped', 'New films', 'en');
    expect(title()).toBe('The newsletter is stopped');
    expect(screen.getByText(/^“New films” is not sent/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    const link = screen.getByRole('link', { name: 'See your settings in My Page' });
    expect(link.getAttribute('href')).toBe('/mypage/consent?type=newsletter');
  });

  it.each([
    ['ja', 'このメールマガジンは、今後お届けしません。'],
    ['en', 'This newsletter is not sent to you any more.'],
  ] as const)('names no newsletter that the store has no more: %s', (locale, says) => {
    show('stopped', null, locale);
    expect(screen.getByText((text) => text.startsWith(says))).toBeTruthy();
  });

  it('has no button where the link is broken', () => {
    show('broken', null);
    expect(title()).toBe('このリンクはご利用いただけません');
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'マイページで設定を確認する' })).toBeTruthy();
  });
});
