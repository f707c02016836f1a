import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { SignupAuthScreenDocument } from '@/generated/SignupAuthScreen';
import { SignupEmailScreenDocument } from '@/generated/SignupEmailScreen';
import { SignupFormScreenDocument } from '@/generated/SignupFormScreen';
import { answer, asked } from '@/testing/api';
import { withParts } from '@/testing/dynamic';
import { errorSummary, listed } from '@/testing/refusal';
import { renderView, rootFor } from '@/testing/render';
import { router } from '@/testing/router';
import { done, external, inline, inlineForm, inlineStore, neededSetting, refused, step } from '@/testing/signup';
import './schema'; // else the first check of the first test waits for it
import { SignupAuthView } from './SignupAuthView';
import { SignupEmailView } from './SignupEmailView';
import { SignupFormView } from './SignupFormView';

withParts();

const storeSettingData = inlineStore;
const line = { userIdentifierName: 'LINE', userIdentifierType: 'LINE', userIdentifierMethod: 'oidc' };
const plan = { planId: 'light', planName: '見放題ライト' };
const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;

describe('the address in the inline style', () => {
  const show = (changes: object = {}, locale: 'ja' | 'en' = 'ja') =>
    renderView(<SignupAuthView />, {
      document: SignupAuthScreenDocument,
      data: { screen: { ...step, step: null, totalSteps: null, ...changes } },
      storeSettingData,
      locale,
      address: '/signup/auth',
    });

  it('U-6 U-14 U-32: is asked once, as the user name, with other ways beside it and no step that does not exist', () => {
    show({ externalAccounts: [line] });
    expect(screen.getAllByRole('textbox')).toHaveLength(1);
    expect(box('メールアドレス').autocomplete).toBe('username');
    expect(screen.getByRole('link', { name: /LINE/ })).toBeTruthy();
    expect(screen.queryByText(/\d \/ \d/)).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('is step 1 of 4 of the errand of a visitor who came for a plan', () => {
    show({ step: 1, totalSteps: 4, wantedPlan: plan });
    expect(screen.getByText('1 / 4')).toBeTruthy();
    expect(screen.getByText(/見放題ライト/)).toBeTruthy();
  });

  it('is not counted for a plan that cannot be ordered', () => {
    show({ step: 1, totalSteps: 4 });
    expect(screen.queryByText('1 / 4')).toBeNull();
  });

  it('A-059: the button agrees to each policy; its text opens in place, another site’s in a tab', async () => {
    answer('SignupEmail', done());
    answer('SignupAuthScreen', {
      root: rootFor({ storeSettingData }),
      screen: { ...step, email: 'a@b.example', asksCode: true },
    });
    show({ policies: [inline('terms', 3), external('rules')] });
    expect(screen.getByText('「認証コードを送信する」を押すと、次の規約に同意したことになります。')).toBeTruthy();
    await userEvent.click(button('規約 terms'));
    expect(screen.getByRole('dialog', { name: '規約 terms' }).textContent).toContain('termsの本文 3');
    await userEvent.click(button('閉じる'));
    expect(screen.queryByText('termsの本文 3')).toBeNull();
    expect(screen.getByRole('link', { name: /規約 rules/ }).getAttribute('target')).toBe('_blank');
    await userEvent.type(box('メールアドレス'), 'ａ@b.example');
    await userEvent.click(button('認証コードを送信する'));
    await waitFor(() => expect(asked('SignupEmail')).toHaveLength(1));
    expect(asked('SignupEmail')[0]).toEqual({
      type: 'signUp',
      email: 'a@b.example',
      policyConsentData: [
        { policyId: 'terms', revision: 3, key: 'key-terms-3' },
        { policyId: 'rules', revision: 1, key: 'key-rules-1' },
      ],
      returnTo: null,
    });
  });

  it('the code takes its place, has the focus, and another address can be given', async () => {
    answer('SignupEmail', done());
    const sent = { ...step, email: 'taro@example.jp', asksCode: true, resendAt: '2026-01-01T00:00:30Z' };
    for (const email of ['taro@example.jp', 'jiro@example.jp'])
      answer('SignupAuthScreen', { root: rootFor({ storeSettingData }), screen: { ...sent, email } });
    show();
    await userEvent.type(box('メールアドレス'), 'taro@example.jp');
    await userEvent.click(button('認証コードを送信する'));
    await waitFor(() => expect(document.activeElement).toBe(box('認証コード')));
    expect(screen.getByText('taro@example.jp')).toBeTruthy();
    expect(router.push).not.toHaveBeenCalled();
    await userEvent.click(button('メールアドレスを変更する'));
    expect(document.activeElement).toBe(box('メールアドレス'));
    await userEvent.click(button('認証コードの入力に戻る')); // without another mail
    expect(box('認証コード')).toBeTruthy();
    expect(asked('SignupEmail')).toHaveLength(1);
    await userEvent.click(button('メールアドレスを変更する'));
    await userEvent.clear(box('メールアドレス'));
    await userEvent.type(box('メールアドレス'), 'jiro@example.jp');
    await userEvent.click(button('認証コードを送信する'));
    expect(await screen.findByText('jiro@example.jp')).toBeTruthy();
  });

  it('a reload asks for the code again, and the right one goes on', async () => {
    answer('SignupPinCode', done('/signup/form'));
    show({ email: 'taro@example.jp', asksCode: true });
    await userEvent.type(box('認証コード'), '123456');
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/signup/form'));
  });

  it('an empty address is told by name, and nothing is sent', async () => {
    show();
    await userEvent.click(button('認証コードを送信する'));
    expect(await screen.findByText('メールアドレスを入力してください。')).toBeTruthy();
    expect(asked('SignupEmail')).toEqual([]);
  });

  it('R-030: /signup/email asks the same, without other ways; in English', () => {
    renderView(<SignupEmailView />, {
      document: SignupEmailScreenDocument,
      data: { screen: step },
      storeSettingData,
      locale: 'en',
    });
    expect(screen.getAllByRole('textbox')).toHaveLength(1);
    expect(screen.getByRole('heading', { name: 'Sign up' })).toBeTruthy();
  });
});

describe('the form in the inline style', () => {
  const show = (changes: Partial<typeof inlineForm> = {}, locale: 'ja' | 'en' = 'ja') =>
    renderView(<SignupFormView />, {
      document: SignupFormScreenDocument,
      data: { screen: { ...inlineForm, ...changes } },
      storeSettingData,
      locale,
      address: '/signup/form',
    });
  const fill = async () => {
    await userEvent.type(box('お名前'), '山田 太郎');
    await userEvent.type(box('生年月日'), '19900131');
    await userEvent.type(box('パスワード'), 'abcdef12');
  };

  it('U-6 U-14: has the name and the password once, and the address where a password manager looks for it', () => {
    show();
    expect(screen.queryByLabelText('パスワード（確認用）')).toBeNull();
    expect(document.querySelectorAll('input:not([hidden])')).toHaveLength(3);
    expect(document.querySelector<HTMLInputElement>('input[autocomplete=username]')?.value).toBe('taro@example.jp');
    expect(screen.getByText('taro@example.jp')).toBeTruthy();
  });

  it('makes the account with one press, and goes where the server says', async () => {
    answer('Signup', done('/plans/light?signup=1'));
    show({ wantedPlan: plan, returnTo: '/plans/light', step: 1, totalSteps: 4, policies: [inline('terms')] });
    expect(screen.getByText('1 / 4')).toBeTruthy();
    await fill();
    await userEvent.dblClick(button('登録してお申し込みへ進む'));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/plans/light?signup=1'));
    expect(asked('SignupConfirm')).toEqual([]);
    expect(asked('Signup')).toEqual([
      {
        formData: expect.objectContaining({
          familyName: '山田',
          givenName: '太郎',
          birthday: '19900131',
          password: 'abcdef12',
        }),
        customAssociatedInfo: [],
        policyConsentData: [{ policyId: 'terms', revision: 1, key: 'key-terms-1' }],
        returnTo: '/plans/light',
      },
    ]);
  });

  it('what is missing is told by name in a list above, and nothing is sent', async () => {
    show();
    await userEvent.click(button('登録する'));
    await waitFor(() => expect(errorSummary()).toBeTruthy());
    expect(listed()).toEqual([
      'お名前を入力してください。',
      '生年月日を入力してください。',
      'パスワードを入力してください。',
    ]);
    expect(asked('Signup')).toEqual([]);
  });

  it('an address that was taken meanwhile leads to the login', async () => {
    answer('Signup', refused({ code: 'ACCOUNT_ALREADY_EXISTS_EMAIL', field: 'email', message: '使用中です。' }));
    show({ returnTo: '/plans/light' });
    await fill();
    await userEvent.click(button('登録する'));
    const link = await screen.findByRole('link', { name: 'ログインはこちら' });
    expect(link.getAttribute('href')).toBe('/login?returnTo=%2Fplans%2Flight');
  });

  it('a user ID that the store needs is none for a password manager; in English', () => {
    show({ setting: { ...neededSetting, userId: 'REQUIRED' } }, 'en');
    expect(box('User ID').autocomplete).toBe('off');
    expect(button('Sign up')).toBeTruthy();
  });
});
