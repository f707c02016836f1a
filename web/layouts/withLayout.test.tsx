import { act, render, screen } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import Router from 'next/router';
import type { ComponentProps } from 'react';
import { describe, expect, it } from 'vitest';
import App from '@/pages/_app';
import { pageFor, routerAt } from '@/testing/render';
import { Account } from './Account';
import { Login } from './Login';
import { withLayout } from './withLayout';

const First = withLayout(Account, () => <h1>一ページ目</h1>);
const Second = withLayout(Account, () => <h1>二ページ目</h1>);
const Narrow = withLayout(Account, () => <h1>狭いページ</h1>, { narrow: true, back: 'withdraw' });
const Elsewhere = withLayout(Login, () => <h1>別のページ</h1>);

const Field = () => <input aria-label="値" />;
const One = withLayout(Account, Field);
const Other = withLayout(Account, Field);

const header = { authId: 'a1', displayName: '太郎', profileImageUrl: null };
const storeSettingData = { hasSubscriptionPlan: true, isStorePaymentAvailable: true };
const pageProps = pageFor({ root: { authId: 'a1' }, storeSettingData, data: { header } });

const at = (Component: typeof First, address: string) => (
  <RouterContext.Provider value={routerAt(address)}>
    <App {...({ Component, pageProps } as unknown as ComponentProps<typeof App>)} />
  </RouterContext.Provider>
);

describe('a layout that two pages share', () => {
  it('stays: header, menu, its scroll and main are the same after a change of page', () => {
    const { rerender } = render(at(First, '/mypage'));
    const menu = screen.getByRole('navigation', { name: 'アカウントメニュー' });
    const kept = [screen.getByRole('banner'), menu, screen.getByRole('main'), screen.getByRole('contentinfo')];
    (menu.querySelector('ul') as HTMLElement).scrollLeft = 120;

    rerender(at(Second, '/mypage/plans'));
    expect(screen.getByRole('heading').textContent).toBe('二ページ目');
    expect(kept.every((element) => element.isConnected)).toBe(true);
    expect(menu.querySelector('ul')?.scrollLeft).toBe(120);
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('契約');
  });

  it('stays on a page that has no menu, too', () => {
    const { rerender } = render(at(First, '/mypage'));
    const banner = screen.getByRole('banner');
    rerender(at(Narrow, '/mypage/subscription/1'));
    expect(banner.isConnected).toBe(true);
    expect(screen.getByText('退会のご案内へ戻る').closest('a')?.getAttribute('href')).toBe('/withdraw');
  });

  it('goes where the next page has another one', () => {
    const { rerender } = render(at(First, '/mypage'));
    const banner = screen.getByRole('banner');
    rerender(at(Elsewhere, '/login'));
    expect(banner.isConnected).toBe(false);
  });

  it('folds its open menu when the page has changed', () => {
    render(at(First, '/mypage'));
    const menu = screen.getByText('太郎').closest('details') as HTMLDetailsElement;
    menu.open = true;
    act(() => Router.events.emit('routeChangeComplete', '/mypage/plans'));
    expect(menu.open).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('gives two routes with one view a page of their own each', () => {
    const { rerender } = render(at(One, '/mypage/email/verify'));
    const field = screen.getByLabelText('値');
    rerender(at(Other, '/mypage/email/verify/code'));
    expect(field.isConnected).toBe(false);
  });
});
