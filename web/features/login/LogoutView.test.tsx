import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LogoutScreenDocument } from '@/generated/LogoutScreen';
import { answer, asked } from '@/testing/api';
import { inPage, renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { LogoutView } from './LogoutView';

afterEach(() => void vi.useRealTimers());

const show = (isLoggedIn: boolean, emailEditPath: string | null = null) =>
  renderView(<LogoutView />, {
    document: LogoutScreenDocument,
    data: { screen: { redirectTo: null, flowError: null, isLoggedIn, emailEditPath } },
    address: '/logout',
  });

// looking at the page never logs out.
describe('logout, signed in', () => {
  it('L-007 L-009: asks first; there is a way back and a link to change the email address', () => {
    show(true, '/mypage/email/edit');
    expect(screen.getByRole('link', { name: 'キャンセル' }).getAttribute('href')).toBe('/mypage');
    expect(screen.getByRole('link', { name: 'メールアドレスを変更する' }).getAttribute('href')).toBe(
      '/mypage/email/edit',
    );
    expect(asked('Logout')).toEqual([]);
  });

  it('has no such link where the address cannot be changed', () => {
    show(true);
    expect(screen.queryByRole('link', { name: 'メールアドレスを変更する' })).toBeNull();
  });

  it('L-008: the button, pressed twice, logs out once, and the same page then says so', async () => {
    answer('Logout', { result: { redirectTo: '/', flowError: null, userErrors: [] } });
    show(true);
    const button = screen.getByRole('button', { name: 'ログアウトする' });
    for (const _ of [1, 2]) fireEvent.click(button); // the second before anything is answered
    await waitFor(() => expect(router.replace).toHaveBeenCalledWith('/logout'));
    expect(asked('Logout')).toEqual([{}]);
  });
});

describe('logout, signed out', () => {
  it('R-007 K-006: says so, counts down, and goes to the top page after ten seconds', async () => {
    vi.useFakeTimers();
    show(false);
    expect(screen.getByRole('heading', { name: 'ログアウトしました' })).toBeTruthy();
    expect(screen.getByText('10秒後にトップページへ移動します。')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(9_000));
    expect(screen.getByText('1秒後にトップページへ移動します。')).toBeTruthy();
    expect(router.replace).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(router.replace).toHaveBeenCalledWith('/');
  });

  it('K-006: without script there are a link and the browser’s own redirect', () => {
    const html = renderToString(
      inPage(<LogoutView />, {
        document: LogoutScreenDocument,
        data: { screen: { redirectTo: null, flowError: null, isLoggedIn: false, emailEditPath: null } },
        address: '/logout',
      }),
    );
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="10;url=/"/></noscript>');
    expect(html).toContain('href="/"');
  });
});
