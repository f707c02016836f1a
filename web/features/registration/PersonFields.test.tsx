import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { AccountEditConfirmScreenDocument } from '@/generated/AccountEditConfirmScreen';
import { AccountEditScreenDocument } from '@/generated/AccountEditScreen';
import type { RegistrationSettingFragment } from '@/generated/fragments';
import { answer, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { done, fullSetting } from '@/testing/signup';
import { AccountEditConfirmView } from './AccountEditConfirmView';
import { AccountEditView } from './AccountEditView';
import './schema'; // else the first check of the first test waits for it

// Every field of a person on the pages of the registration info: its label, what is registered,
// what is sent, what is confirmed.

const person = {
  familyName: '山田',
  givenName: '太郎',
  familyNameKana: 'ヤマダ',
  givenNameKana: 'タロウ',
  name: '山田太郎',
  nameKana: 'ヤマダタロウ',
  nickname: 'たろ',
  sex: 1,
  birthday: '19900102',
  phoneNumber: '09012345678',
  country: 'US',
  postalCode: '1500041',
  prefecture: 13,
  address: '渋谷区神南1-2-3',
  address2: '会員マンション101',
};
const custom = [
  { id: 'job', value: '医師' },
  { id: 'genre', value: 'comedy' },
  { id: 'adult', value: 'true' },
];
const setting: RegistrationSettingFragment = { ...fullSetting, genderInputType: 'Radio' };
const screenOf = (more: object) => ({
  redirectTo: null,
  flowError: null,
  account: { authId: 'a1', ...person, customAssociatedInfo: custom },
  setting,
  countries: [
    { code: 'JP', name: '日本' },
    { code: 'US', name: 'アメリカ合衆国' },
  ],
  formData: person,
  customAssociatedInfo: custom,
  version: 'v1',
  changedFields: [] as string[],
  isOvertaken: false,
  ...more,
});
const show = (more: object = {}, locale: 'ja' | 'en' = 'ja') =>
  renderView(<AccountEditView />, { document: AccountEditScreenDocument, data: { screen: screenOf(more) }, locale });
const showConfirm = (more: object = {}, locale: 'ja' | 'en' = 'ja') =>
  renderView(<AccountEditConfirmView />, {
    document: AccountEditConfirmScreenDocument,
    data: { screen: screenOf(more) },
    locale,
  });
const send = async (button = '確認画面へ進む') => {
  answer('ConfirmAccountEdit', done());
  await userEvent.click(screen.getByRole('button', { name: button }));
  await waitFor(() => expect(asked('ConfirmAccountEdit')).toHaveLength(1));
  const [{ inputtedData }] = asked('ConfirmAccountEdit') as [{ inputtedData: Record<string, unknown> }];
  return inputtedData;
};

// The field, its label, and how the form and the confirm page show the person's.
const fields: [row: string, name: string, label: string, held: string, told: string][] = [
  ['F-239', 'familyName', '姓', '山田', '山田'],
  ['F-238', 'givenName', '名', '太郎', '太郎'],
  ['F-241', 'familyNameKana', '姓（カナ）', 'ヤマダ', 'ヤマダ'],
  ['F-240', 'givenNameKana', '名（カナ）', 'タロウ', 'タロウ'],
  ['F-236', 'name', '氏名', '山田太郎', '山田太郎'],
  ['F-237', 'nameKana', '氏名（カナ）', 'ヤマダタロウ', 'ヤマダタロウ'],
  ['F-242', 'nickname', 'ニックネーム', 'たろ', 'たろ'],
  ['F-243', 'birthday', '生年月日', '1990/01/02', '1990/01/02'],
  ['F-245', 'phoneNumber', '電話番号', '09012345678', '090-1234-5678'],
  ['F-246', 'country', '国・地域', 'US', 'アメリカ合衆国'],
  ['F-248', 'postalCode', '郵便番号', '1500041', '150-0041'],
  ['F-247', 'prefecture', '都道府県', '13', '東京都'],
  ['F-249', 'address', '市区町村・番地', '渋谷区神南1-2-3', '渋谷区神南1-2-3'],
  ['F-250', 'address2', '建物名・部屋番号', '会員マンション101', '会員マンション101'],
  ['F-251', 'custom.job', 'ご職業', '医師', '医師'],
  ['F-251', 'custom.genre', '好きなジャンル', 'comedy', 'コメディ'],
];

const labelled = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
const told = () =>
  screen.getAllByRole('term').map((term) => [term.textContent, term.parentElement?.querySelector('dd')?.textContent]);

describe('the fields of a person', () => {
  it('F-236 to F-251: each shows under its own label what is registered, and is sent as it is', async () => {
    show();
    for (const [row, , label, held] of fields) expect(labelled(label).value, `${row} ${label}`).toBe(held);
    expect(labelled('男性').checked, 'F-244').toBe(true);
    expect((screen.getByRole('checkbox', { name: /18歳以上です/ }) as HTMLInputElement).checked, 'F-251').toBe(true);
    const { formData, customAssociatedInfoData } = await send();
    expect(formData).toEqual(person);
    expect(customAssociatedInfoData).toEqual(custom);
  });

  it('A-163 F-236 to F-251: the confirm page names each, with what was typed, in the order of the form', () => {
    showConfirm();
    const before = ['F-244', '性別', '男性'];
    const rows = fields.map(([row, , label, , shown]) => [row, label, shown]);
    rows.splice(7, 0, before);
    rows.push(['F-251', '18歳以上です', 'はい']);
    expect(told()).toEqual(rows.map(([, label, shown]) => [label, shown]));
  });

  it('the confirm page names what changed beside what was registered, and each by its own name', () => {
    const formData = { ...person, sex: 2, prefecture: 1, phoneNumber: '0312345678' };
    showConfirm({
      formData,
      customAssociatedInfo: [custom[0], { id: 'genre', value: 'drama' }, { id: 'adult', value: 'false' }],
      changedFields: ['sex', 'prefecture', 'phoneNumber', 'custom.genre', 'custom.adult'],
    });
    const shown = new Map(told() as [string, string][]);
    expect(
      ['性別', '都道府県', '電話番号', '好きなジャンル', '18歳以上です', '姓'].map((term) => shown.get(term)),
    ).toEqual([
      '女性変更あり変更前：男性',
      '北海道変更あり変更前：東京都',
      '03-1234-5678変更あり変更前：090-1234-5678',
      'ドラマ変更あり変更前：コメディ',
      'いいえ変更あり変更前：はい',
      '山田',
    ]);
  });

  it('the confirm page says of a field without an answer that there is none', () => {
    const nothing = Object.fromEntries(Object.keys(person).map((name) => [name, null]));
    showConfirm({ formData: nothing, customAssociatedInfo: [], changedFields: [] });
    const shown = told().map(([, value]) => value);
    expect(shown.pop()).toBe('いいえ'); // the box
    expect(new Set(shown)).toEqual(new Set(['未入力']));
  });

  it.each([
    'familyName',
    'givenName',
    'familyNameKana',
    'givenNameKana',
    'name',
    'nameKana',
    'nickname',
    'birthday',
    'phoneNumber',
    'country',
    'postalCode',
    'prefecture',
    'address',
    'address2',
  ] as const)('a store that does not use %s asks for it on neither page', (name) => {
    const label = fields.find(([, field]) => field === name)?.[2] as string;
    const { unmount } = show({ setting: { ...setting, [name]: 'NOT_USE' } });
    expect(screen.queryByLabelText(label)).toBeNull();
    unmount();
    showConfirm({ setting: { ...setting, [name]: 'NOT_USE' } });
    expect(told().map(([term]) => term)).not.toContain(label);
    expect(told()).toHaveLength(fields.length + 1);
  });
});

describe('the fields that the store adds', () => {
  it('F-251 F-278 F-279: are under a heading of their own, required and optional, with the choices it gives', () => {
    show();
    const group = within(screen.getByRole('group', { name: 'アンケート' }));
    expect(group.getByLabelText('ご職業').tagName).toBe('INPUT');
    const genre = group.getByLabelText('好きなジャンル') as HTMLSelectElement;
    expect([...genre.options].map(({ value, text }) => [value, text])).toEqual([
      ['', '選択してください'],
      ['drama', 'ドラマ'],
      ['comedy', 'コメディ'],
    ]);
    expect(genre.getAttribute('aria-required')).toBe('true');
    expect(group.getByLabelText('ご職業').getAttribute('aria-required')).toBeNull();
    expect(group.getByRole('checkbox')).toBeTruthy();
    expect(screen.queryByLabelText('使わない項目')).toBeNull();
  });

  it('send what was answered, a box as true or false', async () => {
    show();
    await userEvent.clear(labelled('ご職業'));
    await userEvent.type(labelled('ご職業'), '教師');
    await userEvent.selectOptions(labelled('好きなジャンル'), 'ドラマ');
    expect((await send()).customAssociatedInfoData).toEqual([
      { id: 'job', value: '教師' },
      { id: 'genre', value: 'drama' },
      { id: 'adult', value: 'true' },
    ]);
  });
});

// What a value of F-274 to F-277 is called.
const sexes = [
  ['F-274', 1, '男性', 'Male'],
  ['F-275', 2, '女性', 'Female'],
  ['F-276', 9, 'その他', 'Other'],
  ['F-277', 0, '回答しない', 'Prefer not to answer'],
] as const;

describe('the gender', () => {
  it.each(sexes)('%s: %i is %s, in English %s: chosen, sent and confirmed', async (_row, value, ja, en) => {
    const { unmount } = show({ formData: { ...person, sex: value === 1 ? 2 : 1 } });
    expect(labelled(ja).value).toBe(String(value));
    await userEvent.click(labelled(ja));
    expect((await send()).formData).toMatchObject({ sex: value });
    unmount();
    const confirm = showConfirm({ formData: { ...person, sex: value } });
    expect(new Map(told() as [string, string][]).get('性別')).toBe(ja);
    confirm.unmount();
    showConfirm({ formData: { ...person, sex: value } }, 'en');
    expect(new Map(told() as [string, string][]).get('Gender')).toBe(en);
  });

  it('F-272 F-273: is a list or buttons, in words that belong to their values, without 回答しない where the store forbids that', () => {
    const list = show({ setting: { ...setting, genderInputType: 'Select' } });
    const options = [...(labelled('性別') as unknown as HTMLSelectElement).options];
    expect(options.map(({ value, text }) => [value, text])).toEqual([
      ['', '選択してください'],
      ...sexes.map(([, value, ja]) => [String(value), ja]),
    ]);
    list.unmount();
    show({ setting: { ...setting, disallowUnknownGender: true } });
    const buttons = screen.getAllByRole('radio') as HTMLInputElement[];
    expect(buttons.map(({ value, labels }) => [value, labels?.[0]?.textContent])).toEqual(
      sexes.filter(([, value]) => value !== 0).map(([, value, ja]) => [String(value), ja]),
    );
  });
});
