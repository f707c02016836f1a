import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SignupAuthScreenDocument } from '@/generated/SignupAuthScreen';
import { SignupEmailScreenDocument } from '@/generated/SignupEmailScreen';
import { SignupPolicyScreenDocument } from '@/generated/SignupPolicyScreen';
import { findAlert, getAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { renderView, rootFor } from '@/testing/render';
import { router } from '@/testing/router';
import './schema'; // else the first check of the first test waits for it
import { done, external, inline, refused, step } from '@/testing/signup';
import { SignupAuthView } from './SignupAuthView';
import { SignupEmailView } from './SignupEmailView';
import { SignupPolicyView } from './SignupPolicyView';

afterEach(() => void vi.useRealTimers());

const button = (name: string | RegExp) => screen.getByRole('button', { name }) as HTMLButtonElement;
const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;

/** Makes texts longer than their boxes; happy-dom lays nothing out. */
function longTexts() {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
}

function readToEnd(title: string) {
  fireEvent.scroll(screen.getByRole('region', { name: title }), { target: { scrollTop: 590 } });
}

describe('policy step', () => {
  const show = (policies = [inline('terms'), inline('privacy')]) =>
    renderView(<SignupPolicyView />, {
      document: SignupPolicyScreenDocument,
      data: { screen: { ...step, step: 1, totalSteps: 4, policies } },
      address: '/signup/policy',
    });

  it('A-060 R-028 S-031 V-030: opens the button when every text is read to its end', async () => {
    longTexts();
    answer('SignupPolicy', done('/signup/auth'));
    show();
    expect(screen.getByText('1 / 4')).toBeTruthy();
    expect(button('同意して次へ進む').disabled).toBe(true);
    readToEnd('規約 terms');
    expect(button('同意して次へ進む').disabled).toBe(true);
    readToEnd('規約 privacy');
    await userEvent.click(button('同意して次へ進む'));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/signup/auth'));
  });

  it('F-326: sends policyId, revision and key of each, whatever else the policy carries', async () => {
    answer('SignupPolicy', done());
    show([inline('terms', 3)]);
    await userEvent.click(button('同意して次へ進む'));
    expect(asked('SignupPolicy')).toEqual([
      { policyConsentData: [{ policyId: 'terms', revision: 3, key: 'key-terms-3' }], returnTo: null },
    ]);
  });

  it('V-031: an external policy is a link and a box to tick', async () => {
    show([external('rules')]);
    expect(screen.getByRole('link', { name: /規約 rules/ }).getAttribute('href')).toBe('https://example.com/terms');
    expect(button('同意して次へ進む').disabled).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: '「規約 rules」に同意する' }));
    expect(button('同意して次へ進む').disabled).toBe(false);
    await userEvent.click(screen.getByRole('checkbox'));
    expect(button('同意して次へ進む').disabled).toBe(true);
  });

  it('E-023: an error without the server’s words says エラーが発生しました。', async () => {
    answerError('SignupPolicy', 'INTERNAL');
    show();
    await userEvent.click(button('同意して次へ進む'));
    expect((await findAlert()).textContent).toBe('エラーが発生しました。');
  });

  it('makes a text that changed meanwhile unread again', async () => {
    answer('SignupPolicy', refused({ code: 'POLICY_CHANGED', field: null, message: '規約が更新されました。' }));
    show([inline('terms')]);
    longTexts();
    answer('SignupPolicyScreen', {
      root: rootFor({}),
      screen: { ...step, totalSteps: 4, policies: [inline('terms', 2)] },
    });
    await userEvent.click(button('同意して次へ進む'));
    expect(await screen.findByText('termsの本文 2')).toBeTruthy();
    expect(getAlert().textContent).toContain('規約が更新されました。');
    expect(button('同意して次へ進む').disabled).toBe(true);
  });
});

describe('email step', () => {
  const store = { smtpDomain: 'cinema.example.jp' };
  const show = (changes: Partial<typeof step> = {}, storeSettingData = {}) =>
    renderView(<SignupAuthView />, {
      document: SignupAuthScreenDocument,
      data: { screen: { ...step, ...changes } },
      storeSettingData,
      address: '/signup/auth',
    });
  const send = () => userEvent.click(button('PINコードを送信する'));

  it('R-029 L-022 S-025: has an email entry and is step 1 of 3 without a policy step', () => {
    show();
    expect(box('メールアドレス').type).toBe('email');
    expect(box('メールアドレス').autocomplete).toBe('username'); // U-14
    expect(screen.getByText('1 / 3')).toBeTruthy();
  });

  it('S-026: is step 2 of 4 after the policy step', () => {
    show({ step: 2, totalSteps: 4 });
    expect(screen.getByText('2 / 4')).toBeTruthy();
  });

  it('R-030: /signup/email shows the same form', () => {
    renderView(<SignupEmailView />, { document: SignupEmailScreenDocument, data: { screen: step } });
    expect(box('メールアドレス')).toBeTruthy();
    expect(button('PINコードを送信する')).toBeTruthy();
  });

  it('names the domain the mails come from, when the store has one', () => {
    show({}, store);
    expect(screen.getByText(/「cinema\.example\.jp」/)).toBeTruthy();
  });

  it('V-085 V-087: wants a valid address', async () => {
    show();
    await send();
    expect(await screen.findByText('メールアドレスを入力してください。')).toBeTruthy();
    await userEvent.type(box('メールアドレス'), 'taro@');
    expect(await screen.findByText('メールアドレスの形式が正しくありません。')).toBeTruthy();
    expect(asked('SignupEmail')).toEqual([]);
  });

  it('A-070 V-090: takes a pasted confirmation and compares it when the field is left', async () => {
    show();
    await userEvent.type(box('メールアドレス'), 'taro@example.jp');
    await userEvent.click(box('メールアドレス（確認用）'));
    await userEvent.paste('tarou@example.jp');
    expect(screen.queryByText('メールアドレスが一致しません。')).toBeNull();
    await userEvent.tab();
    expect(await screen.findByText('メールアドレスが一致しません。')).toBeTruthy();
    await userEvent.clear(box('メールアドレス（確認用）'));
    await userEvent.paste('taro@example.jp');
    await waitFor(() => expect(screen.queryByText('メールアドレスが一致しません。')).toBeNull());
  });

  it('A-070: sends type, email and the consents, never the confirmation', async () => {
    answer('SignupEmail', done('/signup/pin-code'));
    show({ policies: [inline('terms')] });
    await userEvent.type(box('メールアドレス'), 'taro@example.jp');
    await userEvent.type(box('メールアドレス（確認用）'), 'taro@example.jp');
    await send();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/signup/pin-code'));
    expect(asked('SignupEmail')).toEqual([
      {
        type: 'signUp',
        email: 'taro@example.jp',
        policyConsentData: [{ policyId: 'terms', revision: 1, key: 'key-terms-1' }],
        returnTo: null,
      },
    ]);
  });

  it('S-031: shows the policies here when they have no step, and waits until they are read', async () => {
    longTexts();
    show({ policies: [inline('terms')] });
    expect(button('PINコードを送信する').disabled).toBe(true);
    readToEnd('規約 terms');
    expect(button('PINコードを送信する').disabled).toBe(false);
  });

  it('keeps the address when the visitor comes back to correct it', () => {
    show({ email: 'taro@example.jp' });
    expect([box('メールアドレス').value, box('メールアドレス（確認用）').value]).toEqual([
      'taro@example.jp',
      'taro@example.jp',
    ]);
  });

  it('puts the server’s error on the field, and offers the login to members', async () => {
    answer('SignupEmail', refused({ code: 'TOO_LONG', field: 'email', message: '長すぎます。' }));
    show({ email: 'taro@example.jp' });
    await send();
    expect(await screen.findByText('長すぎます。')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'ログインはこちら' }).getAttribute('href')).toBe('/login');
  });
});
