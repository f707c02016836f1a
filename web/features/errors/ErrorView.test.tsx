import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { errorPages } from '@/lib/errorPage';
import type { Fault } from '@/lib/fault';
import { renderView } from '@/testing/render';
import { ErrorView } from './ErrorView';
import en from './en.json';
import ja from './ja.json';

const codes: Record<string, Partial<Fault>> = {
  'region-block': { status: 403, code: 'REGION_BLOCKED' },
  'profile-forbidden': { status: 403, code: 'PROFILE_FORBIDDEN' },
  unknown: { status: 429, code: 'TOO_MANY_REQUESTS' },
};

const faultFor = (page: string): Fault => ({
  status: Number(page),
  code: '',
  message: null,
  requestId: null,
  ...codes[page],
});

const shownLinks = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

//
describe.each([
  ['ja', ja, 'エラーコード: '],
  ['en', en, 'Error code: '],
] as const)('error pages in %s (E-097 E-098 E-099 L-135 L-136 L-137 L-138)', (locale, texts, format) => {
  it.each(errorPages)('%s has header, type, text, code and the way to the top', (page) => {
    const fault = faultFor(page);
    renderView(<ErrorView fault={fault} />, { locale });
    const words = texts.pages[page];
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(words.header);
    expect(screen.getByText(words.type)).toBeTruthy();
    expect(screen.getByText(words.text)).toBeTruthy();
    expect(screen.getByText(new RegExp(`${format}${fault.status}`))).toBeTruthy();
    expect(screen.getByText(texts.toTop).closest('a')?.getAttribute('href')).toBe('/');
  });
});

describe('error pages', () => {
  it.each([
    ['/mypage/nowhere', 404, 'a1', '/mypage', 'マイページへ', 'Go to My Page'],
    ['/mypage/nowhere', 404, null, '/', 'トップページへ', 'Go to the home page'],
    ['/mypage/plans', 500, 'a1', '/', 'トップページへ', 'Go to the home page'],
    ['/nowhere', 404, 'a1', '/', 'トップページへ', 'Go to the home page'],
  ])('%s that answers %i leads %s to %s', (address, status, authId, href, inJapanese, inEnglish) => {
    for (const [locale, words] of [['ja', inJapanese] as const, ['en', inEnglish] as const]) {
      const { unmount } = renderView(<ErrorView fault={faultFor(`${status}`)} />, {
        address,
        root: { authId },
        locale,
      });
      expect(screen.getByRole('link', { name: words }).getAttribute('href')).toBe(href);
      expect(shownLinks()).toContain('/');
      unmount();
    }
  });
  it('E-100: the profile-forbidden page tells to switch the profile', () => {
    expect(ja.pages['profile-forbidden'].text).toContain('プロフィールに切り替えて');
    expect(en.pages['profile-forbidden'].text).toContain('switch to a profile');
  });
  it.each([
    ['a visitor', null, false, ['/login', '/']],
    ['a member', 'id', false, ['/', '/logout']],
    ["the app's browser", 'id', true, ['/']],
  ] as const)(
    'E-100 P-016: names the profiles to switch to, and leads %s to what helps without the PIN',
    (_, authId, isApp, links) => {
      const message = 'プロフィール「太郎」に切り替えてから、もう一度お試しください。';
      renderView(<ErrorView fault={{ ...faultFor('profile-forbidden'), message }} />, { root: { authId, isApp } });
      expect(screen.getByText(message)).toBeTruthy();
      expect(screen.queryByText(ja.pages['profile-forbidden'].text)).toBeNull();
      expect(shownLinks()).toEqual(links);
    },
  );
  it('E-001: a page whose data could not be loaded says so', () => {
    renderView(<ErrorView fault={{ ...faultFor('500'), loading: true }} />);
    expect(screen.getByText('Failed to load data')).toBeTruthy();
  });
  it.each([
    ['a visitor', null, false, ['/login?returnTo=%2Fmypage%2Fplans', '/']],
    ['a member', 'id', false, ['/mypage/payment-history', '/withdraw', '/mypage/plans', '/']],
    ["the app's browser", 'id', true, ['/']],
  ] as const)('A-020 R-114: abroad %s is led to what stays open', (_, authId, isApp, links) => {
    renderView(<ErrorView fault={faultFor('region-block')} />, { root: { authId, isApp } });
    expect(shownLinks()).toEqual(links);
  });
  it.each([
    ['/mypage/plans?sort=name', ['/login?returnTo=%2Fmypage%2Fplans%3Fsort%3Dname', '/']],
    ['/errors/401', ['/login', '/']],
  ])('R-107: %s leads to the login first', (address, links) => {
    renderView(<ErrorView fault={faultFor('401')} />, { address });
    expect(shownLinks()).toEqual(links);
  });
  it.each(['500', '502', '503', '504', 'unknown'])('%s can be loaded again, with a look at what was paid', (page) => {
    const storeSettingData = { isStorePaymentAvailable: true };
    renderView(<ErrorView fault={faultFor(page)} />, {
      root: { authId: 'id' },
      storeSettingData,
      address: '/plans?a=b',
    });
    expect(screen.getByRole('link', { name: 'もう一度読み込む' }).getAttribute('href')).toBe('/plans?a=b');
    expect(shownLinks()).toEqual(['/mypage/payment-history', '/plans?a=b', '/']);
  });
  it.each([
    ['a visitor', null, true],
    ['a store that takes no payments', 'id', false],
  ])('%s reads nothing of payments', (_, authId, isStorePaymentAvailable) => {
    renderView(<ErrorView fault={faultFor('500')} />, {
      root: { authId },
      storeSettingData: { isStorePaymentAvailable },
      address: '/plans',
    });
    expect(shownLinks()).toEqual(['/plans', '/']);
  });
  it('says what the number of the request is for', () => {
    renderView(<ErrorView fault={{ ...faultFor('404'), requestId: 'r-1' }} />);
    expect(screen.getByText('お問い合わせ番号：r-1')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
  it('have no two alike', () => {
    for (const texts of [ja, en]) {
      const headers = errorPages.map((page) => texts.pages[page].header);
      expect(new Set(headers).size).toBe(errorPages.length);
    }
  });
});
