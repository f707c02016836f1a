import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { LoginScreenDocument } from '@/generated/LoginScreen';
import { findAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { LoginView } from './LoginView';
import './schema'; // else the first check of the first test waits for it

const login = {
  redirectTo: null,
  flowError: null,
  loginType: 'password',
  canToggle: false,
  acceptsUserId: true,
  returnTo: null as string | null,
  externalAccounts: [] as { userIdentifierName: string; userIdentifierType: string; userIdentifierMethod: string }[],
  takesPasskeys: false,
  botCheck: null as { provider: string; siteKey: string; scriptUrl: string } | null,
  wantedPlan: null as { planId: string; planName: string } | null,
  wantedApp: null as {
    clientId: string;
    clientName: string;
    clientNameJa: string | null;
    logoUri: string | null;
  } | null,
};

const show = (changes: Partial<typeof login> = {}, locale: 'ja' | 'en' = 'ja', address = '/login') =>
  renderView(<LoginView />, {
    document: LoginScreenDocument,
    data: { screen: { ...login, ...changes } },
    variables: { loginType: null, returnTo: null },
    storeSettingData: { isEnabledPassword: true },
    locale,
    address,
  });

const press = () => userEvent.click(screen.getByRole('button', { name: 'ログインする' }));
const fill = async (identifier: string, password: string) => {
  await userEvent.type(screen.getByRole('textbox'), identifier);
  await userEvent.type(screen.getByLabelText('パスワード'), password);
};
const refused = (code: string, message: string) =>
  answer('Login', { result: { redirectTo: null, flowError: null, userErrors: [{ code, field: null, message }] } });

describe('login', () => {
  it('R-003 L-004: shows an identifier field and a password field, ready for a password manager', () => {
    show();
    const identifier = screen.getByLabelText('メールアドレスまたはユーザID');
    expect(identifier.getAttribute('autocomplete')).toBe('username');
    const password = screen.getByLabelText('パスワード');
    expect(password.getAttribute('autocomplete')).toBe('current-password');
    expect(password.getAttribute('type')).toBe('password');
    expect(screen.getByRole('link', { name: '会員登録' }).getAttribute('href')).toBe('/signup');
  });

  it('V-021 V-022 E-010: empty fields are told in the specified words, and nothing is sent', async () => {
    show();
    await press();
    expect(await screen.findByText('メールアドレスまたはユーザIDを入力してください。')).toBeTruthy();
    expect(screen.getByText('パスワードを入力してください。')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('メールアドレスまたはユーザID'));
    expect(asked('Login')).toEqual([]);
  });

  it('E-009 E-010: in English too', async () => {
    show({ acceptsUserId: false }, 'en');
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByText('Please enter your email address.')).toBeTruthy();
    expect(screen.getByText('Please enter your password.')).toBeTruthy();
  });

  it('V-023 E-009: without user IDs only a valid email address will do', async () => {
    show({ acceptsUserId: false });
    expect(screen.getByRole('textbox')).toBe(screen.getByLabelText('メールアドレス'));
    await press();
    expect(await screen.findByText('メールアドレスを入力してください。')).toBeTruthy();
    await fill('taro', 'abcdef12');
    await press();
    expect(await screen.findByText('メールアドレスの形式が正しくありません。')).toBeTruthy();
    expect(asked('Login')).toEqual([]);
  });

  it('sends what was typed and the wanted path, then goes where the server says', async () => {
    answer('Login', { result: { redirectTo: '/mypage/plans', flowError: null, userErrors: [] } });
    show({ returnTo: '/mypage/plans' });
    await fill('ｔａｒｏ＠example.jp ', ' Pass word1');
    await press();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/mypage/plans'));
    expect(asked('Login')).toEqual([
      {
        emailUserId: 'taro@example.jp',
        password: ' Pass word1',
        loginMethod: 'Password',
        returnTo: '/mypage/plans',
        deviceHint: null,
        oidc: false,
        token: null,
      },
    ]);
  });

  it('pressed twice, it is sent once', async () => {
    answer('Login', { result: { redirectTo: '/mypage', flowError: null, userErrors: [] } });
    show();
    await fill('taro@example.jp', 'abcdef12');
    const button = screen.getByRole('button', { name: 'ログインする' });
    for (const _ of [1, 2]) fireEvent.click(button); // the second before anything is answered
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/mypage'));
    expect(asked('Login')).toHaveLength(1);
  });

  it.each([
    ['LOGIN_FAILED_EMAIL', 'メールアドレスまたはパスワードが正しくありません。'],
    ['LOGIN_PROHIBITED', 'このアカウントではログインできません。'],
  ])('E-002: shows the server’s words for %s in a notice that takes the focus', async (code, message) => {
    refused(code, message);
    show();
    await fill('taro@example.jp', 'abcdef12');
    await press();
    const notice = await findAlert();
    expect(notice.textContent).toContain(message);
    await waitFor(() => expect(document.activeElement).toBe(notice)); // an effect puts it there
    expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('taro@example.jp');
  });

  it.each([
    ['ja', 'ログインできませんでした。'],
    ['en', 'You could not be logged in.'],
  ] as const)(
    'E-008: says by itself (%s) that the login failed when the server gives no words',
    async (locale, words) => {
      answerError('Login', 'INTERNAL');
      show({}, locale);
      await userEvent.type(screen.getByRole('textbox'), 'taro@example.jp');
      await userEvent.type(screen.getByLabelText(locale === 'ja' ? 'パスワード' : 'Password'), 'abcdef12');
      await userEvent.keyboard('{Enter}');
      expect((await findAlert()).textContent).toContain(words);
    },
  );

  it('E-015: in English, who has tried too often reads how long to wait', async () => {
    answerError('Login', 'TOO_MANY_REQUESTS', 'Too many attempts.', { retryAfter: 45 });
    show({}, 'en');
    await userEvent.type(screen.getByRole('textbox'), 'taro@example.jp');
    await userEvent.type(screen.getByLabelText('Password'), 'abcdef12{Enter}');
    expect((await findAlert()).textContent).toContain('Too many attempts.');
    expect(screen.getByText('Time until you can try again, in seconds: about 45.')).toBeTruthy();
  });

  it.each([
    [45, 'あと約45秒で、もう一度お試しいただけます。'],
    [840, 'あと約14分で、もう一度お試しいただけます。'],
  ])('E-015: who has tried too often reads how long to wait (%i seconds)', async (retryAfter, wait) => {
    answerError('Login', 'TOO_MANY_REQUESTS', 'しばらく時間をおいてからもう一度お試しください。', { retryAfter });
    show();
    await fill('taro@example.jp', 'abcdef12');
    await press();
    expect((await findAlert()).textContent).toContain('しばらく時間をおいて');
    expect(screen.getByText(wait)).toBeTruthy();
  });
});

describe('login by code', () => {
  const code = { loginType: 'authCode', canToggle: true };

  it('L-005 S-005: asks for no password, and sends the identifier and the wanted path', async () => {
    answer('SendLoginCode', { result: { redirectTo: '/login/code', flowError: null, userErrors: [] } });
    show({ ...code, returnTo: '/plans' });
    expect(screen.queryByLabelText('パスワード')).toBeNull();
    await userEvent.type(screen.getByRole('textbox'), 'taro@example.jp');
    await userEvent.click(screen.getByRole('button', { name: 'コードを送信する' }));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/login/code'));
    expect(asked('SendLoginCode')).toEqual([
      { emailUserId: 'taro@example.jp', isAmaltheaLogin: false, returnTo: '/plans', token: null },
    ]);
  });

  it('P-02: names the plan that somebody came for, on the way to which the sign-up keeps it', () => {
    show({ returnTo: '/plans/club', wantedPlan: { planId: 'club', planName: '友の会' } });
    expect(screen.getByText(/^「友の会」のお申し込みには、ログインが必要です。/)).toBeTruthy();
    expect(screen.getByRole('link', { name: '会員登録' }).getAttribute('href')).toBe(
      '/signup?returnTo=%2Fplans%2Fclub',
    );
  });

  it.each([
    ['ja', '「友の会テレビ」へ進むためのログインです。'],
    ['en', 'Log in to continue to Club TV.'],
  ] as const)('names the app that somebody came from (%s)', (locale, words) => {
    const app = {
      clientId: 'tv',
      clientName: 'Club TV',
      clientNameJa: '友の会テレビ',
      logoUri: 'https://tv.example/a.png',
    };
    show({ returnTo: '/oidc?request=k', wantedApp: app }, locale, '/oidc/login');
    expect(screen.getByText(words)).toBeTruthy();
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }])(
    'the other mode opens elsewhere where the member asks for that (%o)',
    (keys) => {
      show({ canToggle: true });
      const link = screen.getByRole('link', { name: 'メールで届くコードでログインする' });
      const click = createEvent.click(link, keys);
      fireEvent(link, click);
      expect(click.defaultPrevented).toBe(false);
      expect(screen.getByLabelText('パスワード')).toBeTruthy();
    },
  );

  it('L-006: the modes are toggled in place, and what was typed stays', async () => {
    show({ canToggle: true, returnTo: '/plans' });
    await userEvent.type(screen.getByRole('textbox'), 'taro01');
    const link = screen.getByRole('link', { name: 'メールで届くコードでログインする' });
    expect(link.getAttribute('href')).toBe('/login?loginType=authCode&returnTo=%2Fplans');
    await userEvent.click(link);
    expect(screen.queryByLabelText('パスワード')).toBeNull();
    expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('taro01');
    await userEvent.click(screen.getByRole('link', { name: 'パスワードでログインする' }));
    expect(screen.getByLabelText('パスワード')).toBeTruthy();
  });

  it.each([
    ['by password', login, true, ['/password/forgot?returnTo=%2Fplans']],
    ['by code', code, true, []],
    ['of a store without passwords', login, false, []],
  ] as const)(
    'leads to the forgotten password only where one is typed: %s',
    (_name, mode, isEnabledPassword, hrefs) => {
      renderView(<LoginView />, {
        document: LoginScreenDocument,
        data: { screen: { ...login, ...mode, returnTo: '/plans' } },
        variables: { loginType: null, returnTo: null },
        storeSettingData: { isEnabledPassword },
        address: '/login',
      });
      const links = screen.queryAllByRole('link', { name: 'パスワードをお忘れの方' });
      expect(links.map((link) => link.getAttribute('href'))).toEqual(hrefs);
    },
  );

  it('A-038: a store with one mode has no toggle', () => {
    show();
    expect(screen.queryByRole('link', { name: 'メールで届くコードでログインする' })).toBeNull();
  });

  it('an empty identifier is told, and nothing is sent', async () => {
    show(code);
    await userEvent.click(screen.getByRole('button', { name: 'コードを送信する' }));
    expect(await screen.findByText('メールアドレスまたはユーザIDを入力してください。')).toBeTruthy();
    expect(asked('SendLoginCode')).toEqual([]);
  });

  it('A-044 R-004: the identity provider’s login stays on its own pages and says so', async () => {
    answer('SendLoginCode', { result: { redirectTo: '/oidc/login/code', flowError: null, userErrors: [] } });
    show(code, 'en', '/oidc/login?loginType=authCode');
    expect(screen.getByRole('link', { name: 'Log in with your password' }).getAttribute('href')).toBe(
      '/oidc/login?loginType=password',
    );
    await userEvent.type(screen.getByRole('textbox'), 'taro@example.jp');
    await userEvent.click(screen.getByRole('button', { name: 'Send a code' }));
    await waitFor(() => expect(asked('SendLoginCode')[0]).toMatchObject({ isAmaltheaLogin: true }));
  });
});

describe('the bot check', () => {
  const botCheck = { provider: 'recaptcha', siteKey: 'site', scriptUrl: 'https://bots.example/api.js' };
  const scripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src);

  it('A-040 C-018 P-12: its script is loaded once, when the member types, only where the store asks for it, and its token goes along', async () => {
    show();
    expect(scripts()).not.toContain(botCheck.scriptUrl);
    answer('Login', { result: { redirectTo: '/mypage', flowError: null, userErrors: [] } });
    document.body.replaceChildren();
    const append = vi.spyOn(document.head, 'append').mockImplementation((script) => {
      const element = script as HTMLScriptElement;
      expect(element.src).toBe(botCheck.scriptUrl);
      vi.stubGlobal('grecaptcha', {
        ready: (run: () => void) => run(),
        execute: async (key: string) => `token of ${key}`,
      });
      element.onload?.(new Event('load'));
    });
    show({ botCheck });
    expect(append, 'P-12: nothing is loaded before the member types').not.toHaveBeenCalled();
    await fill('taro@example.jp', 'abcdef12');
    await press();
    await waitFor(() => expect(asked('Login')[0]).toMatchObject({ token: 'token of site' }));
    expect(append).toHaveBeenCalledOnce();
  });
});

describe('why one was sent to the login', () => {
  it.each([
    ['/mypage/edit', 'ja', 'このページのご利用には、ログインが必要です。ログインすると、続きを表示します。'],
    ['/withdraw', 'en', 'Please log in to see this page. You will come straight to it.'],
    ['/device', 'ja', 'テレビにログインします。'],
    ['/device?user_code=BCDF-GHJK', 'ja', 'テレビにログインします。コード BCDF-GHJK'],
    ['/device?user_code=bcdf-ghjk', 'en', 'You are logging in on your TV. Code BCDF-GHJK'],
    ['/device?user_code=bcdfghjk', 'en', 'You are logging in on your TV. Code BCDF-GHJK'],
    ['/device?user_code=Call%2003-0000', 'ja', 'テレビにログインします。'],
  ] as const)('U-22 U-37: for %s in %s', (returnTo, locale, words) => {
    show({ returnTo }, locale);
    expect(screen.getByText(words)).toBeTruthy();
  });

  it.each([null, '/', '/plans', '/mypagesome'])('U-37: nothing is said for %s', (returnTo) => {
    show({ returnTo });
    expect(document.querySelector('.bg-accent-subtle')).toBeNull();
  });
});

describe('the first field', () => {
  it.each([
    [true, '(pointer: fine)', 0],
    [false, '(pointer: coarse)', 0],
    [false, '(pointer: fine)', 120],
  ])('U-37: has the focus (%s) where the device is %s and the page is scrolled by %d', (has, device, scrolled) => {
    const touched = vi.fn();
    document.addEventListener('focusin', touched);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ matches: query === device }) as MediaQueryList);
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(scrolled);
    show();
    expect(document.activeElement === screen.getByRole('textbox')).toBe(has);
    expect(touched, 'it is no touch of the member').not.toHaveBeenCalled();
    document.removeEventListener('focusin', touched);
  });
});
