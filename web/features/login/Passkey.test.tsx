import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfirmLoginScreenDocument } from '@/generated/ConfirmLoginScreen';
import { LoginScreenDocument } from '@/generated/LoginScreen';
import { MultiFactorCodeScreenDocument } from '@/generated/MultiFactorCodeScreen';
import { findAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { LoginConfirmView } from './LoginConfirmView';
import { LoginView } from './LoginView';
import { MultiFactorCodeView } from './MultiFactorCodeView';

const { ask, canFillIn } = vi.hoisted(() => ({ ask: vi.fn(), canFillIn: vi.fn() }));
vi.mock('@/lib/webauthn', () => ({ askForPasskey: ask, canFillIn }));

const fine = { redirectTo: null, flowError: null, userErrors: [] };
const login = {
  ...{ redirectTo: null, flowError: null, loginType: 'password', canToggle: false, acceptsUserId: false },
  ...{
    returnTo: '/plans',
    externalAccounts: [],
    botCheck: null,
    wantedPlan: null,
    wantedApp: null,
    takesPasskeys: true,
  },
};
const show = (changes: Partial<typeof login> = {}, locale: 'ja' | 'en' = 'ja', address = '/login') =>
  renderView(<LoginView />, {
    document: LoginScreenDocument,
    data: { screen: { ...login, ...changes } },
    variables: { loginType: null, returnTo: null },
    locale,
    address,
  });

beforeEach(() => {
  ask.mockReset().mockResolvedValue('{"id":"k"}');
  canFillIn.mockReset().mockResolvedValue(false);
  vi.stubGlobal('PublicKeyCredential', class {});
  answer('StartPasskey', { result: { ...fine, options: '{"challenge":"c"}' } });
});

describe('a login by passkey', () => {
  it.each([
    ['ja', 'パスキーでログイン', '/login', false],
    ['en', 'Log in with a passkey', '/oidc/login', true],
  ] as const)('asks the device and logs in, in %s', async (locale, button, address, oidc) => {
    answer('LoginByPasskey', { result: { ...fine, redirectTo: '/plans' } });
    show({}, locale, address);
    await userEvent.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/plans'));
    expect(asked('StartPasskey')).toEqual([{ use: 'LOGIN', oidc }]);
    expect(asked('LoginByPasskey')).toEqual([{ credential: '{"id":"k"}', returnTo: '/plans', deviceHint: null, oidc }]);
  });

  it('sends nothing where the member has thought better of it', async () => {
    ask.mockResolvedValue(null);
    show();
    await userEvent.click(screen.getByRole('button', { name: 'パスキーでログイン' }));
    await waitFor(() => expect(ask).toHaveBeenCalled());
    expect(asked('LoginByPasskey')).toEqual([]);
    expect(screen.queryByText(/確認できませんでした/)).toBeNull();
  });

  it.each([
    ['the device', () => ask.mockRejectedValue(new Error('broken')), 'パスキーを確認できませんでした。'],
    ['the server', () => answerError('LoginByPasskey', 'PASSKEY_UNKNOWN', '削除されています。'), '削除されています。'],
  ])('tells what %s refuses', async (_, arrange, words) => {
    arrange();
    show();
    await userEvent.click(screen.getByRole('button', { name: 'パスキーでログイン' }));
    expect((await findAlert()).textContent).toContain(words);
  });

  it.each([
    ['the site has none', false, true],
    ['the browser has none', true, false],
  ])('is not offered where %s', (_, takesPasskeys, has) => {
    if (!has) vi.stubGlobal('PublicKeyCredential', undefined);
    show({ takesPasskeys });
    expect(screen.queryByRole('button', { name: 'パスキーでログイン' })).toBeNull();
    const field = screen.getByRole('textbox').getAttribute('autocomplete');
    expect(field).toBe(takesPasskeys ? 'username webauthn' : 'username');
  });

  it('offers passkeys where the address is filled in, from the first touch on', async () => {
    canFillIn.mockResolvedValue(true);
    ask.mockResolvedValueOnce('{"id":"filled"}').mockReturnValue(new Promise(() => undefined));
    answer('LoginByPasskey', { result: { ...fine, redirectTo: '/plans' } });
    show();
    expect(asked('StartPasskey')).toEqual([]);
    await userEvent.click(screen.getByRole('textbox'));
    await waitFor(() => expect(asked('LoginByPasskey')).toHaveLength(1));
    expect(ask.mock.calls[0]?.[1]).toMatchObject({ fillIn: true });
  });

  it('ends what waits to be filled in before the device is asked by the button', async () => {
    canFillIn.mockResolvedValue(true);
    ask.mockReturnValueOnce(new Promise(() => undefined)).mockResolvedValue(null);
    show();
    await userEvent.click(screen.getByRole('textbox'));
    await waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
    await userEvent.click(screen.getByRole('button', { name: 'パスキーでログイン' }));
    await waitFor(() => expect(ask.mock.calls.length).toBeGreaterThan(1));
    expect(ask.mock.calls[0]?.[1].signal.aborted).toBe(true);
  });
});

describe('what waits to be filled in', () => {
  /** The answer to the next challenge comes when the caller says so. */
  const late = () => {
    const send = globalThis.fetch;
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      const answered = await send(...call);
      if (String(call[1]?.body).includes('StartPasskey')) await gate;
      return answered;
    });
    return open;
  };

  beforeEach(() => canFillIn.mockResolvedValue(true));

  it('has its challenge before the button asks for another one', async () => {
    ask.mockReturnValue(new Promise(() => undefined));
    const open = late();
    show();
    await userEvent.click(screen.getByRole('textbox'));
    await waitFor(() => expect(asked('StartPasskey')).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'パスキーでログイン' }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked('StartPasskey')).toHaveLength(1);
    open();
    await waitFor(() => expect(asked('StartPasskey')).toHaveLength(2));
  });

  it('holds back no other way to log in', async () => {
    ask.mockReturnValue(new Promise(() => undefined));
    answer('Login', { result: { ...fine, redirectTo: '/plans' } });
    late();
    show();
    await userEvent.type(screen.getByRole('textbox'), 't@example.jp');
    await userEvent.type(screen.getByLabelText('パスワード'), 'open9sesame');
    await waitFor(() => expect(asked('StartPasskey')).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'ログインする' }));
    await waitFor(() => expect(asked('Login')).toHaveLength(1));
  });

  it.each([
    ['was refused', () => answerError('LoginByPasskey', 'PASSKEY_UNKNOWN', '削除されています。'), '{"id":"k"}'],
    ['was not chosen', () => undefined, null],
  ])('is asked for again after one that %s', async (_, arrange, first) => {
    arrange();
    ask.mockResolvedValueOnce(first).mockReturnValue(new Promise(() => undefined));
    show();
    await userEvent.click(screen.getByRole('textbox'));
    await waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
    expect(ask.mock.calls[1]?.[1]).toMatchObject({ fillIn: true });
  });

  describe('is renewed', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      ask.mockReturnValue(new Promise(() => undefined));
    });
    afterEach(() => {
      vi.useRealTimers();
      hide(false);
    });
    const hide = (hidden: boolean) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    const touch = async () => {
      show();
      document.dispatchEvent(new Event('pointerdown'));
      await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
    };

    it('a few times', async () => {
      await touch();
      for (let i = 0; i < 12; i++) await vi.advanceTimersByTimeAsync(4 * 60_000 + 1_000);
      expect(asked('StartPasskey')).toHaveLength(6);
    });

    it('while the page is seen, or when it is seen again', async () => {
      await touch();
      hide(true);
      await vi.advanceTimersByTimeAsync(20 * 60_000);
      expect(asked('StartPasskey')).toHaveLength(1);
      hide(false);
      await vi.waitFor(() => expect(asked('StartPasskey')).toHaveLength(2));
    });

    it('not while its proof is on the way', async () => {
      ask.mockReset().mockResolvedValue('{"id":"k"}');
      answer('LoginByPasskey', { result: { ...fine, redirectTo: '/plans' } });
      const send = globalThis.fetch;
      vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) =>
        String(call[1]?.body).includes('LoginByPasskey') ? new Promise(() => undefined) : send(...call),
      );
      await touch();
      await vi.advanceTimersByTimeAsync(5 * 60_000);
      expect(asked('StartPasskey')).toHaveLength(1);
    });
  });
});

describe('a passkey beside other proofs', () => {
  it('comes first where a member proves once more who they are', async () => {
    answer('ConfirmLogin', { result: { ...fine, redirectTo: '/mypage/passkeys' } });
    renderView(<LoginConfirmView />, {
      document: ConfirmLoginScreenDocument,
      data: {
        screen: {
          ...{ redirectTo: null, flowError: null, returnTo: '/mypage/passkeys', methods: ['Passkey', 'Password'] },
          ...{ identifier: 't@example.jp', sendTo: null, codeName: '認証コード', resendAt: null },
        },
      },
      variables: { returnTo: null, since: null },
      address: '/login/confirm',
    });
    const [first] = screen.getAllByRole('button');
    expect(first?.textContent).toBe('パスキーで確認する');
    await userEvent.click(first as HTMLElement);
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/mypage/passkeys'));
    expect(asked('StartPasskey')).toEqual([{ use: 'CONFIRM', oidc: false }]);
    expect(asked('ConfirmLogin')).toEqual([{ passkey: '{"id":"k"}', returnTo: '/mypage/passkeys' }]);
    expect(screen.queryByRole('link', { name: /Passkey/ })).toBeNull();
  });

  it('is a second factor', async () => {
    answer('MultiFactorLogin', { result: { ...fine, redirectTo: '/mypage' } });
    renderView(<MultiFactorCodeView />, {
      document: MultiFactorCodeScreenDocument,
      data: {
        screen: {
          ...{ redirectTo: null, flowError: null, type: 'Passkey', sendTo: null, multiFactorType: ['Passkey', 'OTP'] },
          ...{ defaultMultiFactorType: null, isMailWithheld: false, mailAcceptedFrom: null, isCodeSent: false },
          ...{ codeName: 'パスキー', codeMinutes: null, resendAt: null, returnTo: null, wantedPlan: null },
        },
      },
      variables: { type: 'Passkey', oidc: false },
      address: '/login/multi-factor/Passkey',
    });
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'パスキーを使う' }));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/mypage'));
    expect(asked('StartPasskey')).toEqual([{ use: 'SECOND_FACTOR', oidc: false }]);
    expect(asked('MultiFactorLogin')).toEqual([
      { type: 'Passkey', value: '{"id":"k"}', isPreferred: false, rememberDevice: true, oidc: false },
    ]);
  });
});
