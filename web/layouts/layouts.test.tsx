import { act, fireEvent, screen, within } from '@testing-library/react';
import Router from 'next/router';
import { describe, expect, it } from 'vitest';
import type { RootFragment } from '@/generated/fragments';
import { neutralRoot } from '@/lib/root';
import { renderView } from '@/testing/render';
import { Account } from './Account';
import { Guest } from './Guest';
import { Login } from './Login';
import { Oidc } from './Oidc';

type Footers = RootFragment['storeSettingData']['footers'];
type Link = Footers['footerLinks'][number];

const link = (name: string, display_type: Link['display_type'], extra: Partial<Link> = {}): Link => ({
  name,
  value: `https://store.example/${name}`,
  type: 'url',
  enable: true,
  external_link: false,
  display_type,
  ...extra,
});

const footers: Footers = {
  footerLinks: [
    link('会員向け', 'login'),
    link('訪問者向け', 'logout'),
    link('会社概要', 'other', { external_link: true }),
    link('消えた', 'other', { enable: false }),
    link('悪い', 'other', { value: 'javascript:alert(1)' }),
    link('plans', 'other', { type: 'default', value: 'plans' }),
  ],
  socialMediaLinks: { twitterUrl: 'https://x.com/a', facebookUrl: null, instagramUrl: null, lineUrl: null },
  trademarks: [{ type: 'text', name: 'JASRAC', value: ['許諾番号 9000000001'] }],
  copyright: '© Kaiin Cinema',
};
const all = { hasSubscriptionPlan: true, isStorePaymentAvailable: true };

describe('layouts exist and hold their page', () => {
  it.each([
    ['L-139', Guest],
    ['L-140', Login],
    ['L-141', Oidc],
  ])('%s', (_row, Layout) => {
    renderView(<Layout>本文</Layout>);
    expect(within(screen.getByRole('main')).getByText('本文')).toBeTruthy();
    expect(screen.getByText('本文へ移動')).toBeTruthy();
  });
});

describe('footer', () => {
  const show = (authId: string | null, locale: 'ja' | 'en' = 'ja') =>
    renderView(<Guest>本文</Guest>, {
      root: { authId },
      storeSettingData: { footers, enablePoweredByPvs: true },
      locale,
    });

  it('L-146 L-147 L-148: members see login links, visitors logout links, both the others', () => {
    show('a1');
    expect(screen.getByText('会員向け')).toBeTruthy();
    expect(screen.queryByText('訪問者向け')).toBeNull();
    expect(screen.getByText(/会社概要/)).toBeTruthy();
  });
  it('L-146 L-147 L-148: and the other way round', () => {
    show(null);
    expect(screen.queryByText('会員向け')).toBeNull();
    expect(screen.getByText('訪問者向け')).toBeTruthy();
    expect(screen.getByText(/会社概要/)).toBeTruthy();
  });
  it('A-202: leaves out what is off or no address, opens outside links in a new tab, names our own pages', () => {
    show(null);
    expect(screen.queryByText('消えた')).toBeNull();
    expect(screen.queryByText('悪い')).toBeNull();
    const outside = screen.getByText(/会社概要/).closest('a');
    expect([outside?.target, outside?.rel]).toEqual(['_blank', 'noopener noreferrer']);
    expect(screen.getByText('プラン一覧').closest('a')?.getAttribute('href')).toBe('/plans');
  });
  it('F-021 F-022: shows trademarks, copyright, social accounts and the powered-by mark', () => {
    show(null);
    for (const text of ['JASRAC', '許諾番号 9000000001', '© Kaiin Cinema', 'Powered by PVS'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText('X').closest('a')?.href).toBe('https://x.com/a');
  });
  it('F-022: without the setting there is no mark', () => {
    renderView(<Guest>本文</Guest>, { storeSettingData: { footers } });
    expect(screen.queryByText('Powered by PVS')).toBeNull();
  });
  it('changes the language by a link that keeps the address', () => {
    renderView(<Guest>本文</Guest>, { address: '/plans?x=1' });
    expect(screen.getByText('English').getAttribute('href')).toBe('/plans?x=1&ui_locales=en');
    expect(screen.getByText('日本語').getAttribute('aria-current')).toBe('true');
  });
  it('keeps the query of the address in sight on a page that visitors share, which was made without it', () => {
    window.history.replaceState(null, '', '/plans?utm_source=mail&x=%26');
    renderView(<Guest>本文</Guest>, { address: '/plans' });
    const link = screen.getByText('English');
    link.addEventListener('click', (event) => event.preventDefault());
    fireEvent.click(link);
    expect(link.getAttribute('href')).toBe('/plans?utm_source=mail&x=%26&ui_locales=en');
    window.history.replaceState(null, '', '/');
  });
});

describe('account menu', () => {
  /** The links of the menu that show on a phone, or on a wide screen. */
  const entries = (on: 'phone' | 'wide') =>
    within(screen.getByRole('navigation', { name: 'アカウントメニュー' }))
      .getAllByRole('link')
      .filter((a) => !a.closest('li')?.classList.contains(on === 'phone' ? 'max-wide:hidden' : 'wide:hidden'))
      .map((a) => [a.textContent, a.getAttribute('href')]);
  const show = (settings: object, address = '/mypage', root: object = {}, locale: 'ja' | 'en' = 'ja') =>
    renderView(<Account>本文</Account>, {
      address,
      storeSettingData: settings,
      root: { authId: 'a1', ...root },
      locale,
    });

  const home = ['ホーム', '/mypage'];
  const contracts = ['契約', '/mypage/plans'];
  const methods = ['お支払い方法', '/mypage/payment-method'];
  const past = ['お支払い履歴', '/mypage/payment-history'];
  const payments = ['支払い', '/mypage/payment-history'];
  const settings = ['設定', '/mypage#settings'];
  const top = ['トップページへ', '/'];
  it.each([
    [
      'L-159 L-160 L-161 L-162 L-163 A-201',
      all,
      [home, contracts, methods, past, settings, top],
      [home, contracts, payments, settings],
    ],
    ['L-159 L-160', { hasSubscriptionPlan: true }, [home, contracts, settings, top], [home, contracts, settings]],
    [
      'L-159 L-161 L-162',
      { isStorePaymentAvailable: true },
      [home, methods, past, settings, top],
      [home, payments, settings],
    ],
    ['L-163', {}, [settings, top], [settings]],
  ])('%s U-39: each name leads elsewhere, and a phone has four at most', (_row, offered, wide, phone) => {
    show(offered);
    expect(entries('wide')).toEqual(wide);
    expect(entries('phone')).toEqual(phone);
    for (const shown of [entries('wide'), entries('phone')])
      expect(new Set(shown.map(([, href]) => href)).size).toBe(shown.length);
  });

  it('in English', () => {
    show(all, '/mypage', {}, 'en');
    const menu = within(screen.getByRole('navigation', { name: 'Account menu' }));
    for (const name of ['Home', 'Your plans', 'Payments', 'Settings'])
      expect(menu.getByRole('link', { name })).toBeTruthy();
  });

  it.each([
    ['/mypage', [['ホーム', 'page']]],
    ['/mypage/plans?x=1', [['契約', 'page']]],
    ['/mypage/subscription/1', [['契約', 'true']]],
    ['/mypage/purchases', [['契約', 'true']]],
    [
      '/mypage/payment-history',
      [
        ['支払い', 'page'],
        ['お支払い履歴', 'page'],
      ],
    ],
    [
      '/mypage/payment-method',
      [
        ['支払い', 'true'],
        ['お支払い方法', 'page'],
      ],
    ],
    ['/mypage/password/edit', [['設定', 'true']]],
  ])('marks where one is: %s', (address, marked) => {
    show(all, address);
    const menu = screen.getByRole('navigation', { name: 'アカウントメニュー' });
    expect(
      [...menu.querySelectorAll('[aria-current]')].map((a) => [a.textContent, a.getAttribute('aria-current')]),
    ).toEqual(marked);
  });

  it('the settings are marked while their part of the home is in sight', () => {
    const marked = () => screen.getByRole('navigation', { name: 'アカウントメニュー' }).querySelector('[aria-current]');
    window.history.replaceState(null, '', '/mypage#settings');
    show(all, '/mypage');
    expect(marked()?.textContent).toBe('設定');
    window.history.replaceState(null, '', '/mypage');
    act(() => Router.events.emit('hashChangeComplete'));
    expect(marked()?.textContent).toBe('ホーム');
    window.history.replaceState(null, '', '/');
  });

  it('K-042: the tabs fit, so nothing scrolls them', () => {
    show(all);
    expect(within(screen.getByRole('navigation', { name: 'アカウントメニュー' })).queryByRole('button')).toBeNull();
  });

  it.each([
    ['L-142', '/mypage', { isApp: true }],
    ['L-143', '/mypage/edit/complete', {}],
    ['L-144', '/mypage/edit/confirm', {}],
    ['L-145', '/social/relate/error', {}],
  ])('%s: no menu, no Back link, no profile menu on %s %o', (_row, address, root) => {
    show(all, address, root);
    expect(screen.queryByRole('navigation', { name: 'アカウントメニュー' })).toBeNull();
    expect(screen.queryByText('戻る')).toBeNull();
    expect(screen.queryByLabelText('プロフィールメニュー')).toBeNull();
  });

  it('L-168 L-170: other pages have a Back link too, to My Page', () => {
    const { unmount } = show(all, '/mypage');
    expect(screen.queryByText('マイページへ戻る')).toBeNull();
    unmount();
    show(all, '/mypage/subscription/1');
    expect(screen.getByRole('navigation', { name: 'アカウントメニュー' })).toBeTruthy();
    expect(screen.getByText('マイページへ戻る').closest('a')?.getAttribute('href')).toBe('/mypage');
  });

  it('no menu where policies have to be agreed to first', () => {
    show(all, '/mypage/re-consent?returnTo=%2Fmypage');
    expect(screen.queryByRole('navigation', { name: 'アカウントメニュー' })).toBeNull();
  });

  it.each([
    ['plans', '/mypage/plans', '契約へ戻る'],
    ['multiFactor', '/mypage/multi-factor', '多要素認証の設定へ戻る'],
    ['withdraw', '/withdraw', '退会のご案内へ戻る'],
  ] as const)('L-169: or to the place given, by its name: %s', (back, path, words) => {
    renderView(<Account back={back}>本文</Account>, { address: '/mypage/subscription/1', root: { authId: 'a1' } });
    expect(screen.getByText(words).closest('a')?.getAttribute('href')).toBe(path);
  });
});

describe('header', () => {
  it('K-043: gets its scrolled style after 5 px', () => {
    renderView(<Guest>本文</Guest>);
    const header = screen.getByRole('banner');
    const scrollTo = (y: number) => {
      Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
      act(() => void fireEvent.scroll(window));
    };
    scrollTo(5);
    expect(header.dataset.scrolled).toBe('false');
    scrollTo(6);
    expect(header.dataset.scrolled).toBe('true');
    scrollTo(0);
  });

  it('L-166 L-167: the profile menu leads to My Page and Logout', () => {
    const header = { authId: 'a1', displayName: '太郎', profileImageUrl: '/i.png' };
    renderView(<Account>本文</Account>, { root: { authId: 'a1' }, data: { header }, address: '/mypage' });
    const menu = screen.getByText('太郎').closest('nav') as HTMLElement;
    expect([...menu.querySelectorAll('a')].map((a) => [a.textContent, a.getAttribute('href')])).toEqual([
      ['マイページ', '/mypage'],
      ['ログアウト', '/logout'],
    ]);
  });

  it('F-014 F-015: shows the store’s marks, one for phones and one for wide screens', () => {
    const images = { ...neutralRoot('ja').storeSettingData.images, logoPc: '/pc.svg', logoSp: '/sp.svg' };
    renderView(<Guest>本文</Guest>, { storeSettingData: { images, serviceName: 'Kaiin Cinema' } });
    const mark = screen.getByAltText('Kaiin Cinema');
    expect(mark.getAttribute('src')).toBe('/sp.svg');
    expect(mark.parentElement?.querySelector('source')?.getAttribute('srcset')).toBe('/pc.svg');
  });

  it('a mark for a dark ground takes the place of both there, and of neither on a light one', () => {
    const images = { ...neutralRoot('ja').storeSettingData.images, logoPc: '/pc.svg', logoDark: '/dark.svg' };
    renderView(<Guest>本文</Guest>, { storeSettingData: { images, serviceName: 'Kaiin Cinema' } });
    const [light, dark] = screen.getAllByAltText('Kaiin Cinema');
    expect(light?.closest('picture')?.className).toContain('dark:hidden');
    expect(dark?.getAttribute('src')).toBe('/dark.svg');
    expect(dark?.className).toMatch(/(^| )hidden .*dark:block/);
  });
});
