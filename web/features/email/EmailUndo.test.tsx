import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { EmailUndoScreenDocument } from '@/generated/EmailUndoScreen';
import { findAlert } from '@/testing/alerts';
import { answer, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import './schema'; // else the first check of the first test waits for it
import { EmailUndoView } from './EmailUndoView';

const button = (name: string | RegExp) => screen.getByRole('button', { name }) as HTMLButtonElement;
const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const done = (redirectTo: string | null = null) => ({ result: { redirectTo, flowError: null, userErrors: [] } });
const refused = (...userErrors: object[]) => ({ result: { redirectTo: null, flowError: null, userErrors } });

describe('taking a change back', () => {
  const show = (isPasswordRequired = true, isEnabledPassword = true, locale: 'ja' | 'en' = 'ja') =>
    renderView(<EmailUndoView />, {
      document: EmailUndoScreenDocument,
      data: { screen: { redirectTo: null, flowError: null, email: 't***@example.jp', isPasswordRequired } },
      variables: { token: 'the-token' },
      storeSettingData: { isEnabledPassword },
      locale,
    });
  const undo = '元のメールアドレスに戻す';

  it('D-10: acts only with a password, and then asks for a new one', async () => {
    answer('UndoEmailChange', done());
    show();
    expect(screen.getByText('t***@example.jp')).toBeTruthy();
    await userEvent.click(button(undo));
    expect(await screen.findByText('パスワードを入力してください。')).toBeTruthy();
    await userEvent.type(box('パスワード'), 'short');
    expect(await screen.findByText('パスワードは8文字以上です')).toBeTruthy();
    expect(asked('UndoEmailChange')).toEqual([]);
    await userEvent.type(box('パスワード'), '9sesame');
    await userEvent.click(button(undo));
    expect(await screen.findByText('元のメールアドレスに戻しました')).toBeTruthy();
    expect(asked('UndoEmailChange')).toEqual([{ token: 'the-token', password: 'short9sesame' }]);
    expect(screen.getByRole('link', { name: 'パスワードを再設定する' }).getAttribute('href')).toBe('/password/forgot');
  });

  it('a link that does not work shows no form, and the one h1 of the dialog', () => {
    const flowError = { redirectTo: '/login', message: '最初からやり直してください。' };
    renderView(<EmailUndoView />, {
      document: EmailUndoScreenDocument,
      data: { screen: { redirectTo: null, flowError, email: null, isPasswordRequired: false } },
      flowError,
    });
    expect(screen.queryByRole('button', { name: undo })).toBeNull();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Error');
  });

  it('D-10: a wrong password is an error of its field', async () => {
    const message = 'パスワードが正しくありません。';
    answer('UndoEmailChange', refused({ code: 'REQUEST_UNAUTHORIZED', field: 'password', message }));
    show();
    await userEvent.type(box('パスワード'), 'guess9work');
    await userEvent.click(button(undo));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(box('パスワード'));
  });

  it.each([
    ['ja', undo, '確認が終わるまで、このメールアドレスではログインできません。'],
    ['en', 'Change it back', 'until then it cannot be used to log in.'],
  ] as const)(
    'D-10: without a password (%s) the address has to be verified after a login',
    async (locale, press, words) => {
      answer('UndoEmailChange', done());
      show(false, true, locale);
      expect(document.querySelector('input[type=password]')).toBeNull();
      expect(screen.getByText(words, { exact: false })).toBeTruthy();
      await userEvent.click(button(press));
      const links = (await screen.findAllByRole('link')).map((link) => link.getAttribute('href'));
      expect(links).toEqual(['/login?returnTo=%2Fmypage%2Fpasskeys', '/login']);
      expect(screen.getByText(words, { exact: false })).toBeTruthy();
      expect(asked('UndoEmailChange')).toEqual([{ token: 'the-token', password: null }]);
    },
  );

  it('leads to the login where there are no passwords', async () => {
    answer('UndoEmailChange', done());
    show(true, false);
    await userEvent.type(box('パスワード'), 'open9sesame');
    await userEvent.click(button(undo));
    expect((await screen.findByRole('link', { name: 'ログイン画面へ' })).getAttribute('href')).toBe('/login');
  });

  it.each([
    ['EMAIL_UNDO_TAKEN', '戻すことができません。'],
    ['EMAIL_UNDO_NO_LOGIN', '元に戻すとログインできなくなります。'],
  ])('tells why it cannot: %s', async (code, message) => {
    answer('UndoEmailChange', refused({ code, field: null, message }));
    show(false);
    await userEvent.click(button(undo));
    expect((await findAlert()).textContent).toBe(message);
  });
});
