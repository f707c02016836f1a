import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { PolicyFragment, RegistrationSettingFragment, SignupFormDataFragment } from '@/generated/fragments';
import { SignupFormScreenDocument } from '@/generated/SignupFormScreen';
import { findAlert } from '@/testing/alerts';
import { answer, asked } from '@/testing/api';
import { withParts } from '@/testing/dynamic';
import { errorSummary, fieldError, listed } from '@/testing/refusal';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { SignupFormView } from './SignupFormView';
import './schema'; // else the first check of the first test waits for it
import {
  done,
  emptyForm,
  external,
  filledCustom,
  filledForm,
  fullSetting,
  inline,
  leanSetting,
  refused,
} from '@/testing/signup';

withParts();

type Options = {
  setting?: Partial<RegistrationSettingFragment>;
  formData?: SignupFormDataFragment;
  custom?: { id: string; value: string }[];
  policies?: PolicyFragment[];
};

const screenOf = ({ setting, formData = emptyForm, custom = [], policies = [] }: Options) => ({
  redirectTo: null,
  flowError: null,
  step: 4,
  totalSteps: 4,
  setting: { ...leanSetting, ...setting },
  linking: null,
  formData,
  customAssociatedInfo: custom,
  policies,
  returnTo: null,
  wantedPlan: null,
});

const show = (options: Options = {}, locale: 'ja' | 'en' = 'ja') =>
  renderView(<SignupFormView />, {
    document: SignupFormScreenDocument,
    data: { screen: screenOf(options) },
    locale,
    address: '/signup/form',
  });

const box = (name: string | RegExp) => screen.getByLabelText(name) as HTMLInputElement;
const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;
const submit = () => userEvent.click(button('確認画面へ進む'));
const passwords = async (password = 'abcdef12', again = password) => {
  await userEvent.type(box('パスワード'), password);
  await userEvent.type(box('パスワード（確認用）'), again);
};
const sentForm = async () => {
  await waitFor(() => expect(asked('SignupConfirm')).toHaveLength(1));
  const [{ inputtedData }] = asked('SignupConfirm') as [{ inputtedData: Record<string, unknown> }];
  return inputtedData;
};

describe('the fields of the sign-up form', () => {
  it('R-032 V-002 V-003 F-085 F-088 F-089 F-090 F-091 F-092 F-093 F-094 F-095 F-096 F-097 F-098 F-099 F-100 F-101 F-102 F-103 F-104 F-105 F-106: are those the store uses, marked 必須 or 任意', () => {
    show({ setting: fullSetting });
    const labels = [
      'メールアドレス',
      'ユーザID',
      'パスワード',
      'パスワード（確認用）',
      '姓',
      '名',
      '姓（カナ）',
      '名（カナ）',
      '氏名',
      '氏名（カナ）',
      'ニックネーム',
      '性別',
      '生年月日',
      '電話番号',
      '郵便番号',
      '都道府県',
      '市区町村・番地',
      '建物名・部屋番号',
      'ご職業',
      '好きなジャンル',
      /18歳以上です/,
    ];
    for (const label of labels) expect(box(label), String(label)).toBeTruthy();
    expect(screen.getAllByText('任意')).toHaveLength(2);
    expect(screen.getAllByText('必須')).toHaveLength(labels.length - 3); // the proved address waits for nothing
    expect(screen.queryByLabelText('使わない項目')).toBeNull();
    expect(screen.getByText('4 / 4')).toBeTruthy();
  });

  it('V-001: leave out what the store does not use', () => {
    show();
    expect(screen.getAllByRole('textbox')).toHaveLength(1);
    expect(screen.queryByRole('group', { name: '住所' })).toBeNull();
    expect(screen.queryByLabelText('ユーザID')).toBeNull();
  });

  it('F-086: shows the address of the external account, which is read-only', () => {
    show({ formData: { ...emptyForm, socialEmail: 'taro@line.example' } });
    const field = box('連携するアカウントのメールアドレス');
    expect(field.value).toBe('taro@line.example');
    expect(field.readOnly).toBe(true);
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      '連携先から受け取ったもので、変更できません。',
    );
  });

  it.each([
    ['REQUIRED', 'パスワードは保存していません'],
    ['NOT_USE', '必須は2項目です'],
  ] as const)('P-05: back from the confirm page, speak of a password only where there is one: %s', (rule, words) => {
    const setting = { password: rule, familyName: 'REQUIRED', givenName: 'REQUIRED' } as const;
    show({ setting, formData: { ...emptyForm, familyName: '会員' } });
    expect(screen.getByText(new RegExp(words))).toBeTruthy();
    expect(screen.queryAllByText(/パスワード/).length > 0).toBe(rule === 'REQUIRED');
  });

  it('are in fieldsets whose legends name their group', () => {
    show({ setting: fullSetting });
    for (const name of ['アカウント', 'お名前', 'プロフィール', '住所', 'アンケート']) {
      expect(screen.getByRole('group', { name })).toBeTruthy();
    }
  });

  it('V-060: gender is a select or radio buttons, without 回答しない where that is not allowed', () => {
    const { unmount } = show({ setting: { sex: 'REQUIRED' } });
    expect([...box('性別').querySelectorAll('option')].map(({ value }) => value)).toEqual(['', '1', '2', '9', '0']);
    unmount();
    show({ setting: { sex: 'OPTIONAL', genderInputType: 'Radio', disallowUnknownGender: true } });
    expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual(['1', '2', '9']);
  });

  it('open with what was typed before, but never with a password', () => {
    show({ setting: fullSetting, formData: filledForm, custom: filledCustom });
    expect(box('姓').value).toBe('山田');
    expect(box('性別').value).toBe('0');
    expect(box('生年月日').value).toBe('1990/01/02');
    expect(box('都道府県').value).toBe('13');
    expect(box('好きなジャンル').value).toBe('comedy');
    expect(box(/18歳以上です/).checked).toBe(true);
    expect(box('パスワード').value).toBe('');
    expect(screen.getByText(/もう一度入力してください。$/, { selector: 'h1 + div' })).toBeTruthy();
  });
});

describe('checking the sign-up form', () => {
  it('V-004 V-062 V-063 V-064 V-105 E-027: missing answers are told on their fields and counted above them', async () => {
    show({ setting: fullSetting });
    await submit();
    expect(await fieldError('姓を入力してください。')).toBeTruthy();
    expect(await fieldError('パスワードを入力してください。')).toBeTruthy();
    expect(await fieldError('性別を選択してください。')).toBeTruthy();
    expect(await fieldError('「好きなジャンル」の選択肢から選択してください。')).toBeTruthy();
    expect(await fieldError('「18歳以上です」にチェックを入れてください。')).toBeTruthy();
    expect(screen.getByText(/入力内容に誤りがあります。\d+か所をご確認ください。/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(errorSummary()));
    expect(listed()[0]).toBe('ユーザIDを入力してください。');
    await userEvent.click(screen.getByRole('link', { name: 'ユーザIDを入力してください。' }));
    expect(document.activeElement).toBe(box('ユーザID'));
    expect(asked('SignupConfirm')).toEqual([]);
  });

  it('E-027: in English too', async () => {
    show({}, 'en');
    await userEvent.click(button('Review your details'));
    expect(await screen.findByText('Some entries need your attention. Places to check: 1.')).toBeTruthy();
  });

  it('V-101 V-102 V-106: tells that the passwords differ, while other fields are still wrong', async () => {
    show({ setting: { familyName: 'REQUIRED', phoneNumber: 'OPTIONAL' } });
    await userEvent.type(box('電話番号'), '12');
    await passwords('abcdef12', 'abcdef13');
    await submit();
    expect(await fieldError('パスワードが一致しません。')).toBeTruthy();
    expect(await fieldError('姓を入力してください。')).toBeTruthy();
  });

  it('reads half-width kana, wide digits and hyphens as what they will become, so that no error comes and goes', async () => {
    answer('SignupConfirm', done());
    show({ setting: { familyNameKana: 'REQUIRED', phoneNumber: 'REQUIRED', postalCode: 'REQUIRED' } });
    await submit();
    await fieldError('姓（カナ）を入力してください。');
    await userEvent.type(box('電話番号'), '０９０-1234-5678');
    await userEvent.type(box('郵便番号'), '１５０-0041');
    await userEvent.type(box('姓（カナ）'), 'ﾔﾏﾀﾞ');
    await waitFor(() => expect(screen.queryByText(/全角カタカナで入力/)).toBeNull());
    expect(box('姓（カナ）').getAttribute('aria-invalid')).toBeNull();
    await passwords();
    await submit();
    expect((await sentForm()).formData).toMatchObject({
      familyNameKana: 'ヤマダ',
      phoneNumber: '09012345678',
      postalCode: '1500041',
    });
  });

  it('shows while typing which rules the password keeps', async () => {
    show({ setting: { passwordStrength: 'UPPER_CASE_SYMBOL', passwordMax: 20 } });
    const met = () => [...document.querySelectorAll('li[data-met="true"]')].map((rule) => rule.textContent);
    expect(screen.getByText('8～20文字')).toBeTruthy();
    expect(met()).toEqual([]);
    await userEvent.type(box('パスワード'), 'abcdef12');
    expect(met().map((text) => text?.replace('（条件を満たしています）', ''))).toEqual([
      '8～20文字',
      '英小文字を1文字以上',
      '数字を1文字以上',
      '半角英数字・記号のみ',
    ]);
    await userEvent.type(box('パスワード'), 'A!');
    expect(met()).toHaveLength(6);
  });

  it('V-006: sends everything once, empty answers as null, codes as numbers', async () => {
    answer('SignupConfirm', done('/signup/confirm'));
    answer('VerifyUserId', done());
    show({ setting: fullSetting, formData: { ...filledForm, address2: '101' }, custom: filledCustom });
    await passwords();
    await submit();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/signup/confirm'));
    const { policies, accountRegistrationSetting, ...sent } = await sentForm();
    expect(sent).toEqual({
      formData: {
        email: 'taro@example.jp',
        pinCode: null,
        userId: 'taro1234',
        password: 'abcdef12',
        passwordConfirm: 'abcdef12',
        name: '山田太郎',
        nameKana: 'ヤマダタロウ',
        familyName: '山田',
        givenName: '太郎',
        familyNameKana: 'ヤマダ',
        givenNameKana: 'タロウ',
        nickname: null,
        sex: 0,
        birthday: '19900102',
        postalCode: '1500041',
        prefecture: 13,
        address: '渋谷区神南1-2-3',
        address2: '101',
        phoneNumber: '09012345678',
      },
      customAssociatedInfoData: [
        { id: 'job', value: null },
        { id: 'genre', value: 'comedy' },
        { id: 'adult', value: 'true' },
      ],
      policyConsentData: [],
    });
    expect(policies).toEqual([]);
    expect(accountRegistrationSetting).toMatchObject({ userId: 'REQUIRED' });
  });

  it('sends nothing for fields the store does not use', async () => {
    answer('SignupConfirm', done());
    show();
    await passwords();
    await submit();
    expect((await sentForm()).formData).toEqual({
      email: 'taro@example.jp',
      pinCode: null,
      password: 'abcdef12',
      passwordConfirm: 'abcdef12',
      sex: null,
      prefecture: null,
    });
  });

  it('E-021 E-020: the server’s errors land on their fields, with a login link beside a used address', async () => {
    answer(
      'SignupConfirm',
      refused(
        {
          code: 'ACCOUNT_ALREADY_EXISTS_USER_ID',
          field: 'formData.userId',
          message: 'このユーザIDは既に使用されています。別のユーザIDを登録してください。',
        },
        {
          code: 'ACCOUNT_ALREADY_EXISTS_EMAIL',
          field: 'email',
          message: 'このメールアドレスは既に使用されています。別のメールアドレスを登録してください。',
        },
        { code: 'INVALID_CHOICE', field: 'custom.genre', message: '選び直してください。' },
      ),
    );
    show({ setting: fullSetting, formData: filledForm, custom: filledCustom });
    await passwords();
    await submit();
    expect(await fieldError('このユーザIDは既に使用されています。別のユーザIDを登録してください。')).toBeTruthy();
    expect(box('ユーザID').getAttribute('aria-invalid')).toBe('true');
    expect(
      await fieldError('このメールアドレスは既に使用されています。別のメールアドレスを登録してください。'),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'ログインはこちら' })).toBeTruthy();
    expect(await fieldError('選び直してください。')).toBeTruthy();
    expect(listed()).toContain('好きなジャンル：選び直してください。');
    expect(box('好きなジャンル').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('入力内容に誤りがあります。3か所をご確認ください。')).toBeTruthy();
  });

  it('E-022: an error without the server’s words is a registration error', async () => {
    answer('SignupConfirm', { result: null });
    show();
    await passwords();
    await submit();
    expect((await findAlert()).textContent).toBe('登録エラーが発生しました。');
  });

  it('asks for consent to texts that changed on the way, and sends it', async () => {
    answer('SignupConfirm', done());
    show({ policies: [inline('terms', 2), external('rules')] });
    await passwords();
    expect(button('確認画面へ進む').disabled).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: '「規約 rules」に同意する' }));
    await submit();
    expect((await sentForm()).policyConsentData).toEqual([
      { policyId: 'terms', revision: 2, key: 'key-terms-2' },
      { policyId: 'rules', revision: 1, key: 'key-rules-1' },
    ]);
  });
});

describe('the user ID', () => {
  const setting = { userId: 'REQUIRED' as const };
  const taken = refused({ code: 'ACCOUNT_ALREADY_EXISTS_USER_ID', field: 'userId', message: 'server words' });

  it('V-113 V-115: is checked when the field is left, and a used one is told and not sent', async () => {
    answer('VerifyUserId', taken);
    show({ setting });
    await userEvent.type(box('ユーザID'), 'hanako1');
    expect(asked('VerifyUserId')).toEqual([]);
    await userEvent.tab();
    expect(
      await screen.findByText('このユーザIDは既に使用されています。別のユーザIDを登録してください。'),
    ).toBeTruthy();
    expect(asked('VerifyUserId')).toEqual([{ userId: 'hanako1' }]);
    await passwords();
    await submit();
    expect(asked('SignupConfirm')).toEqual([]);
  });

  it('is free to use after another one was chosen', async () => {
    answer('VerifyUserId', taken);
    answer('VerifyUserId', done());
    show({ setting });
    await userEvent.type(box('ユーザID'), 'hanako1');
    await userEvent.tab();
    await fieldError(/既に使用されています/);
    await userEvent.type(box('ユーザID'), '2');
    await userEvent.tab();
    await waitFor(() => expect(screen.queryByText(/既に使用されています/)).toBeNull());
    expect(asked('VerifyUserId')).toEqual([{ userId: 'hanako1' }, { userId: 'hanako12' }]);
  });

  it('V-114: is not asked about again while it is unchanged, nor when it is the one already given', async () => {
    answer('VerifyUserId', done());
    show({ setting, formData: { ...emptyForm, userId: 'taro1234' } });
    await userEvent.click(box('ユーザID'));
    await userEvent.tab();
    expect(asked('VerifyUserId')).toEqual([]);
    await userEvent.type(box('ユーザID'), 'x');
    await userEvent.tab();
    await userEvent.click(box('ユーザID'));
    await userEvent.tab();
    expect(asked('VerifyUserId')).toEqual([{ userId: 'taro1234x' }]);
  });

  it('V-110: is not asked about while it cannot be right', async () => {
    show({ setting });
    await userEvent.type(box('ユーザID'), 'abc');
    await userEvent.tab();
    expect(await screen.findByText('ユーザIDは6文字以上で入力してください。')).toBeTruthy();
    expect(asked('VerifyUserId')).toEqual([]);
  });
});

describe('a changed email address', () => {
  const change = async (email = 'jiro@example.jp') => {
    await userEvent.clear(box('メールアドレス'));
    await userEvent.type(box('メールアドレス'), email);
  };

  it('A-071 F-087: asks for a code only when it differs', async () => {
    show();
    expect(screen.queryByLabelText('PINコード')).toBeNull();
    await change();
    expect(box('PINコード').autocomplete).toBe('one-time-code');
    await userEvent.click(button('元のメールアドレスに戻す'));
    expect(box('メールアドレス').value).toBe('taro@example.jp');
    expect(screen.queryByLabelText('PINコード')).toBeNull();
  });

  it('V-034: needs its code, to which the focus goes before the fields below it', async () => {
    show({ setting: { familyName: 'REQUIRED' } });
    await change();
    await passwords();
    await submit();
    expect(await fieldError('PINコードを入力してください。')).toBeTruthy();
    await waitFor(() => expect(listed()).toEqual(['PINコードを入力してください。', '姓を入力してください。']));
    expect(asked('SignupConfirm')).toEqual([]);
  });

  it('V-034: sends the code to the new address, stays on the form, and sends both along', async () => {
    answer('SignupEmail', done('/signup/pin-code'));
    answer('SignupConfirm', done());
    show();
    await change();
    await userEvent.click(button('PINコードを送信する'));
    expect(await screen.findByText('jiro@example.jpにPINコードを送信しました。')).toBeTruthy();
    expect(asked('SignupEmail')).toEqual([{ type: 'signUp', email: 'jiro@example.jp' }]);
    expect(router.push).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(box('PINコード'));
    expect(button('コードを再送する').disabled).toBe(true);
    await userEvent.type(box('PINコード'), '123456');
    await passwords();
    await submit();
    expect((await sentForm()).formData).toMatchObject({ email: 'jiro@example.jp', pinCode: '123456' });
  });

  it('sends nothing to an address that cannot be right', async () => {
    show();
    await change('jiro@');
    await userEvent.click(button('PINコードを送信する'));
    expect(await screen.findByText('メールアドレスの形式が正しくありません。')).toBeTruthy();
    expect(asked('SignupEmail')).toEqual([]);
  });

  it('shows a wrong code on its field', async () => {
    answer('SignupConfirm', refused({ code: 'PIN_CODE_ERROR', field: 'pinCode', message: '認証に失敗しました。' }));
    show();
    await change();
    await userEvent.type(box('PINコード'), '123456');
    await passwords();
    await submit();
    expect(await screen.findByText('認証に失敗しました。')).toBeTruthy();
    expect(box('PINコード').getAttribute('aria-invalid')).toBe('true');
  });
});
