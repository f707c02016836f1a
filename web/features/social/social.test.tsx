import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SocialErrorScreenDocument } from '@/generated/SocialErrorScreen';
import { renderView } from '@/testing/render';
import { ExternalAccounts } from './ExternalAccounts';
import { SocialButtons } from './SocialButtons';
import { SocialErrorView } from './SocialErrorView';

const types = ['LINE', 'Google', 'Yahoo! JAPAN', 'Facebook'] as const;
const offered = types.map((type) => ({
  userIdentifierName: type,
  userIdentifierType: type,
  userIdentifierMethod: 'oidc',
}));

describe('external accounts', () => {
  it.each([
    ['F-108', 'LINE'],
    ['F-109', 'Google'],
    ['F-110', 'Yahoo! JAPAN'],
    ['F-111', 'Facebook'],
  ])('%s: %s shows with its own mark', (_row, type) => {
    renderView(<ExternalAccounts accounts={offered.map((a) => ({ ...a, isLinked: false, isLogin: false }))} />, {});
    const row = screen.getByText(type, { exact: true }).closest('li');
    const mark = row?.querySelector('svg path')?.getAttribute('d');
    expect(mark).toBeTruthy();
    const all = [...document.querySelectorAll('li')].map((li) => li.querySelector('svg path')?.getAttribute('d'));
    expect(all.filter((other) => other === mark)).toHaveLength(1);
  });

  it('L-023 C-053 C-056: a button for each that is offered, to sign up with or to log in with; none where there is none', () => {
    const { unmount } = renderView(<SocialButtons accounts={offered} action="signup" />, {});
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(
      types.map((type) => `${type}で会員登録`),
    );
    unmount();
    const again = renderView(<SocialButtons accounts={offered} action="login" returnTo="/plans" />, { locale: 'en' });
    expect(screen.getByRole('link', { name: 'Log in with Yahoo! JAPAN' }).getAttribute('href')).toBe(
      '/auth/authorize?userIdentifierType=Yahoo%21+JAPAN&socialActionType=login&returnTo=%2Fplans',
    );
    again.unmount();
    renderView(<SocialButtons accounts={[]} action="login" />, {});
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('the link error', () => {
  const show = (isLoggedIn: boolean, locale: 'ja' | 'en' = 'ja') =>
    renderView(<SocialErrorView />, {
      document: SocialErrorScreenDocument,
      data: { screen: { redirectTo: null, flowError: null, code: 'EXTERNAL_FAILED', message: 'M', isLoggedIn } },
      locale,
    });

  it.each([
    ['ja', '外部アカウントと連携できませんでした'],
    ['en', 'The external account could not be linked'],
  ] as const)('E-032: in %s it says that the link failed, and why', (locale, words) => {
    show(false, locale);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(words);
    expect(screen.getByText('M')).toBeTruthy();
  });

  it('leads back to where the member can go on', () => {
    const { unmount } = show(true);
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain('/mypage');
    unmount();
    show(false);
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain('/login');
  });
});
