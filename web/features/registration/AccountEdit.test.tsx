import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { AccountEditConfirmScreenDocument } from '@/generated/AccountEditConfirmScreen';
import { AccountEditScreenDocument } from '@/generated/AccountEditScreen';
import type { RegistrationSettingFragment } from '@/generated/fragments';
import { completed } from '@/layouts/Completed';
import { findAlert } from '@/testing/alerts';
import { answer, asked } from '@/testing/api';
import { errorSummary, fieldError } from '@/testing/refusal';
import { renderView } from '@/testing/render';
import { router } from '@/testing/router';
import { done, fullSetting, leanSetting, refused } from '@/testing/signup';
import { AccountEditConfirmView } from './AccountEditConfirmView';
import { AccountEditView } from './AccountEditView';
import './schema'; // else the first check of the first test waits for it

const Complete = completed('registration', 'edited');

const person = {
  name: null,
  nameKana: null,
  familyName: '山田',
  givenName: '太郎',
  familyNameKana: 'ヤマダ',
  givenNameKana: 'タロウ',
  nickname: null,
  sex: 1,
  birthday: '19900102',
  postalCode: '1500002',
  prefecture: 13,
  address: '渋谷区',
  address2: null,
  phoneNumber: '09012345678',
  country: 'JP',
};
const setting: RegistrationSettingFragment = {
  ...leanSetting,
  familyName: 'REQUIRED',
  givenName: 'REQUIRED',
  nickname: 'OPTIONAL',
  country: 'OPTIONAL',
  birthday: 'REQUIRED',
  customAssociatedInfo: fullSetting.customAssociatedInfo,
};
const countries = [
  { code: 'JP', name: '日本' },
  { code: 'US', name: 'アメリカ合衆国' },
];

const screenOf = (more: object = {}) => ({
  redirectTo: null,
  flowError: null,
  account: { authId: 'a1', ...person, customAssociatedInfo: [] },
  setting,
  countries,
  formData: person,
  customAssociatedInfo: [],
  version: 'v1',
  changedFields: [] as string[],
  isOvertaken: false,
  ...more,
});

const show = (more?: object, locale: 'ja' | 'en' = 'ja') =>
  renderView(<AccountEditView />, {
    document: AccountEditScreenDocument,
    data: { screen: screenOf(more) },
    locale,
    address: '/mypage/edit',
  });
const showConfirm = (more?: object) =>
  renderView(<AccountEditConfirmView />, {
    document: AccountEditConfirmScreenDocument,
    data: { screen: screenOf(more) },
    address: '/mypage/edit/confirm',
  });

const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const retype = async (name: string, text: string) => {
  await userEvent.clear(box(name));
  if (text) await userEvent.type(box(name), text);
};
const sent = async () => {
  await waitFor(() => expect(asked('ConfirmAccountEdit')).toHaveLength(1));
  const [{ inputtedData }] = asked('ConfirmAccountEdit') as [{ inputtedData: Record<string, unknown> }];
  return inputtedData;
};
const changed = { code: 'PROFILE_CHANGED', field: null, message: '会員情報が、別の画面で変更されました。' };

describe('the form of the registration info', () => {
  it('R-079 L-079 C-079 F-238 F-239 F-243 F-246: opens with what is registered and is sent to be confirmed', async () => {
    answer('ConfirmAccountEdit', done('/mypage/edit/confirm'));
    show({ setting: { ...setting, customAssociatedInfo: [] } });
    expect([box('姓').value, box('生年月日').value, box('国・地域').value]).toEqual(['山田', '1990/01/02', 'JP']);
    expect(screen.queryByLabelText('パスワード')).toBeNull();
    await retype('名', '次郎');
    await press('確認画面へ進む');
    expect(await sent()).toMatchObject({
      formData: { familyName: '山田', givenName: '次郎', nickname: null, birthday: '19900102', country: 'JP' },
      customAssociatedInfoData: [],
      version: 'v1',
      account: { authId: 'a1' },
    });
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/mypage/edit/confirm'));
  });

  it('V-003 L-088: judges before it is sent, by the rules of the sign-up', async () => {
    show();
    await retype('姓', '');
    await retype('生年月日', '');
    await press('確認画面へ進む');
    expect(await fieldError('姓を入力してください。')).toBeTruthy();
    expect(await fieldError('生年月日を入力してください。')).toBeTruthy();
    expect(asked('ConfirmAccountEdit')).toEqual([]);
  });

  it.each(['Select', 'Radio'] as const)('L-083: the gender is a %s', (genderInputType) => {
    show({ setting: { ...setting, sex: 'OPTIONAL', genderInputType } });
    expect(screen.queryByRole('combobox', { name: '性別' }) !== null).toBe(genderInputType === 'Select');
    expect(screen.queryAllByRole('radio').length > 0).toBe(genderInputType === 'Radio');
  });

  it('puts the server’s word at its field', async () => {
    answer('ConfirmAccountEdit', refused({ code: 'TOO_LONG', field: 'nickname', message: '長すぎます。' }));
    show({ setting: { ...setting, customAssociatedInfo: [] } });
    await press('確認画面へ進む');
    expect(await fieldError('長すぎます。')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(errorSummary()));
    await userEvent.click(screen.getByRole('link', { name: 'ニックネーム：長すぎます。' }));
    expect(document.activeElement).toBe(box('ニックネーム'));
  });

  it('tells a change made elsewhere, shows what is registered now, and keeps what was typed', async () => {
    const lean = { ...setting, customAssociatedInfo: [] };
    const now = { ...person, familyName: '鈴木', givenName: '三郎', nickname: 'サブ', sex: 2, country: 'US' };
    answer('ConfirmAccountEdit', refused(changed));
    answer('AccountEditScreen', { screen: screenOf({ setting: lean, formData: now, version: 'v2' }) });
    show({ setting: lean });
    await retype('名', '次郎');
    await press('確認画面へ進む');
    expect(await screen.findByText(changed.message)).toBeTruthy();
    await waitFor(() => expect(box('ニックネーム').value).toBe('サブ'));
    expect([box('姓').value, box('名').value, box('国・地域').value]).toEqual(['鈴木', '次郎', 'US']);
    answer('ConfirmAccountEdit', done('/mypage/edit/confirm'));
    await press('確認画面へ進む');
    await waitFor(() => expect(asked('ConfirmAccountEdit')).toHaveLength(2));
    expect(asked('ConfirmAccountEdit')[1]).toMatchObject({
      inputtedData: { version: 'v2', formData: { familyName: '鈴木', givenName: '次郎', nickname: 'サブ' } },
    });
  });

  it('says that something is not saved yet, and can go back to what is', async () => {
    show({ formData: { ...person, nickname: 'タロ' }, changedFields: ['nickname'] });
    expect(screen.getByText('まだ保存していない入力内容を表示しています。')).toBeTruthy();
    expect(box('ニックネーム').value).toBe('タロ');
    await press('保存されている内容に戻す');
    await waitFor(() => expect(box('ニックネーム').value).toBe(''));
    expect(screen.queryByText('まだ保存していない入力内容を表示しています。')).toBeNull();
  });

  it('says that a confirmed form was overtaken', () => {
    show({ isOvertaken: true }, 'en');
    expect(screen.getByText(/changed elsewhere in the meantime/)).toBeTruthy();
  });
});

describe('the confirm page of the registration info', () => {
  it('R-080 L-080 L-081 C-080: marks what changes, and saves it', async () => {
    answer('EditAccount', done('/mypage/edit/complete'));
    const custom = [{ id: fullSetting.customAssociatedInfo[0]?.id ?? '', value: '医師' }];
    showConfirm({
      formData: { ...person, givenName: '次郎', country: 'US' },
      customAssociatedInfo: custom,
      changedFields: ['givenName', 'country', `custom.${custom[0]?.id}`],
    });
    const row = (term: string) => screen.getByText(term).parentElement as HTMLElement;
    expect(row('名').textContent).toBe('名次郎変更あり変更前：太郎');
    expect(row('国・地域').textContent).toBe('国・地域アメリカ合衆国変更あり変更前：日本');
    expect(row('姓').textContent).toBe('姓山田');
    expect(within(document.body).getAllByText('変更あり')).toHaveLength(3);
    expect(screen.getByRole('link', { name: '入力内容を修正する' }).getAttribute('href')).toBe('/mypage/edit');
    await press('この内容で変更する');
    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/mypage/edit/complete'));
    expect(asked('EditAccount')).toEqual([
      { optionalInfo: { ...person, givenName: '次郎', country: 'US', customAssociatedInfo: custom } },
    ]);
  });

  it('says that nothing was changed, and may be sent all the same', async () => {
    answer('EditAccount', done('/mypage/edit/complete'));
    showConfirm();
    expect(screen.getByText('変更された項目はありません。')).toBeTruthy();
    await press('この内容で変更する');
    await waitFor(() => expect(asked('EditAccount')).toHaveLength(1));
  });

  it('E-078: tells a failure', async () => {
    answer('EditAccount', refused({ code: 'CONFIRM_MISMATCH', field: null, message: '確認画面の内容と異なります。' }));
    showConfirm();
    await press('この内容で変更する');
    expect((await findAlert()).textContent).toContain('確認画面の内容と異なります。');
  });

  it('R-081 L-082: the completion leads to My Page', () => {
    renderView(<Complete />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('会員情報を変更しました');
    expect(screen.getByRole('link').getAttribute('href')).toBe('/mypage');
  });
});
