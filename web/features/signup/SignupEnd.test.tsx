import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { SignupCompleteScreenDocument } from '@/generated/SignupCompleteScreen';
import { SignupConfirmScreenDocument } from '@/generated/SignupConfirmScreen';
import { clearFlowError } from '@/lib/flow';
import { findAlert } from '@/testing/alerts';
import { answer, answerError, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { done, filledCustom, filledForm, fullSetting, leanSetting, refused } from '@/testing/signup';
import { SignupCompleteView } from './SignupCompleteView';
import { SignupConfirmView } from './SignupConfirmView';

afterEach(clearFlowError);

describe('confirm page', () => {
  const show = (setting = fullSetting, locale: 'ja' | 'en' = 'ja') =>
    renderView(<SignupConfirmView />, {
      document: SignupConfirmScreenDocument,
      data: {
        screen: {
          redirectTo: null,
          flowError: null,
          setting,
          formData: filledForm,
          customAssociatedInfo: filledCustom,
          wantedPlan: null,
        },
      },
      locale,
      address: '/signup/confirm',
    });
  const facts = () =>
    Object.fromEntries(
      screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    );
  const register = () => userEvent.click(screen.getByRole('button', { name: '登録する' }));

  it('R-033: shows what was entered as it was meant, and hides the password', () => {
    show();
    expect(facts()).toEqual({
      メールアドレス: 'taro@example.jp',
      ユーザID: 'taro1234',
      パスワード: '•••••••• 安全のため表示しません',
      姓: '山田',
      名: '太郎',
      '姓（カナ）': 'ヤマダ',
      '名（カナ）': 'タロウ',
      氏名: '山田太郎',
      '氏名（カナ）': 'ヤマダタロウ',
      ニックネーム: '未入力',
      性別: '回答しない',
      生年月日: '1990/01/02',
      電話番号: '090-1234-5678',
      郵便番号: '150-0041',
      都道府県: '東京都',
      '市区町村・番地': '渋谷区神南1-2-3',
      '建物名・部屋番号': '会員マンション101号室',
      ご職業: '未入力',
      好きなジャンル: 'コメディ',
      '18歳以上です': 'はい',
    });
  });

  it('A-061: shows nothing of what the store does not use, and no step counter', () => {
    show(leanSetting);
    expect(Object.keys(facts())).toEqual(['メールアドレス', 'パスワード']);
    expect(screen.queryByText(/\d \/ \d/)).toBeNull();
  });

  it('in English', () => {
    show(fullSetting, 'en');
    expect(facts()).toMatchObject({ Prefecture: 'Tokyo', Gender: 'Prefer not to answer', Nickname: 'Not entered' });
  });

  it('registers what it shows, once, however often the button is pressed', async () => {
    answer('Signup', done('/signup/complete'));
    router.push.mockImplementation(() => new Promise((arrive) => setTimeout(arrive, 100)));
    show();
    await userEvent.dblClick(screen.getByRole('button', { name: '登録する' }));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/signup/complete'));
    expect(asked('Signup')).toEqual([{ formData: filledForm, customAssociatedInfo: filledCustom, returnTo: null }]);
  });

  it('leads back to the form', () => {
    show();
    expect(screen.getByRole('link', { name: '修正する' }).getAttribute('href')).toBe('/signup/form');
  });

  it.each([
    ['ja', '登録する', '登録エラーが発生しました。'],
    ['en', 'Sign up', 'A registration error occurred.'],
  ] as const)(
    'E-022 E-026: an error without the server’s words is a registration error (%s)',
    async (locale, name, words) => {
      answerError('Signup', 'INTERNAL');
      show(fullSetting, locale);
      await userEvent.click(screen.getByRole('button', { name }));
      expect((await findAlert()).textContent).toBe(words);
    },
  );

  it('E-020 E-024: an address that was taken meanwhile is told with a login link', async () => {
    answer('Signup', refused({ code: 'ACCOUNT_ALREADY_EXISTS_EMAIL', field: 'email', message: '' }));
    show();
    await register();
    expect((await findAlert()).textContent).toBe(
      'このメールアドレスは既に使用されています。別のメールアドレスを登録してください。',
    );
    expect(screen.getByRole('link', { name: 'ログインはこちら' }).getAttribute('href')).toBe('/login');
  });

  it('when the time is up the dialog says so and restarts the sign-up', async () => {
    const message = '登録の有効期限が切れました。';
    answer('Signup', {
      result: { redirectTo: null, flowError: { redirectTo: '/signup', message }, userErrors: [] },
    });
    show();
    await register();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole('button', { name: '最初からやり直す' })).toBeTruthy();
  });
});

describe('completion page', () => {
  const show = (nextPath: string | null, locale: 'ja' | 'en' = 'ja', planName = '') =>
    renderView(<SignupCompleteView />, {
      document: SignupCompleteScreenDocument,
      data: {
        screen: {
          redirectTo: null,
          flowError: null,
          email: 'taro@example.jp',
          nextPath,
          offersPasskey: false,
          wantedPlan: planName ? { planId: 'club', planName } : null,
        },
      },
      storeSettingData: { serviceName: '名画座' },
      locale,
      address: '/signup/complete',
    });

  it('R-034 S-024: says what happened, what came by mail, and goes on to the plans', () => {
    show('/signup/plans');
    expect(screen.getByRole('heading', { name: '会員登録が完了しました' })).toBeTruthy();
    expect(screen.getByText('taro@example.jpに、登録完了のお知らせをお送りしました。')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'プランを選ぶ' }).getAttribute('href')).toBe('/signup/plans');
  });

  it('does not say that the visitor is a member when the flow is broken', () => {
    const flowError = { redirectTo: '/signup', message: '最初からやり直してください。' };
    renderView(<SignupCompleteView />, {
      document: SignupCompleteScreenDocument,
      data: {
        screen: { redirectTo: null, flowError, email: null, nextPath: null, offersPasskey: false, wantedPlan: null },
      },
      flowError,
    });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Error');
    expect(screen.getByText('最初からやり直してください。', { selector: 'dialog p' })).toBeTruthy();
  });

  it('P-02: leads to the order of the plan that the member came for', () => {
    show('/plans/club', 'ja', '友の会');
    expect(screen.getByText('続けて、「友の会」をお申し込みいただけます。')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'お申し込みへ進む' }).getAttribute('href')).toBe('/plans/club');
  });

  it('P-02: leads on to another page that the member came from', () => {
    show('/mypage/sessions');
    expect(screen.getByRole('link', { name: '続ける' }).getAttribute('href')).toBe('/mypage/sessions');
  });

  it('leads to My Page where there is no plan to choose', () => {
    show('/mypage', 'en');
    expect(screen.getByRole('link', { name: 'Go to My Page' }).getAttribute('href')).toBe('/mypage');
  });
});
