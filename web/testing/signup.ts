import type { PolicyFragment, RegistrationSettingFragment, SignupFormDataFragment } from '@/generated/fragments';

/** Data of the sign-up's pages for tests. */

export const done = (redirectTo: string | null = null) => ({
  result: { redirectTo, flowError: null, userErrors: [] },
});

export const refused = (...userErrors: { code: string; field: string | null; message: string }[]) => ({
  result: { redirectTo: null, flowError: null, userErrors },
});

export const step = {
  redirectTo: null,
  flowError: null,
  step: 1,
  totalSteps: 3,
  email: null as string | null,
  asksCode: false,
  policies: [] as PolicyFragment[],
  externalAccounts: [],
  linking: null,
  pinCodeMinutes: 60,
  resendAt: null,
  returnTo: null as string | null,
  wantedPlan: null as { planId: string; planName: string } | null,
};

export const inline = (policyId: string, revision = 1): PolicyFragment => ({
  policyId,
  revision,
  key: `key-${policyId}-${revision}`,
  title: `規約 ${policyId}`,
  renderData: `<p>${policyId}の本文 ${revision}</p>`,
  isExternal: false,
  usesExternalPolicy: false,
  dataSource: 'inline',
});

export const external = (policyId: string): PolicyFragment => ({
  ...inline(policyId),
  renderData: null,
  isExternal: true,
  dataSource: 'https://example.com/terms',
});

const unused = 'NOT_USE';

/** A store that asks for a password and nothing more. */
export const leanSetting: RegistrationSettingFragment = {
  userId: unused,
  password: 'REQUIRED',
  name: unused,
  nameKana: unused,
  familyName: unused,
  givenName: unused,
  familyNameKana: unused,
  givenNameKana: unused,
  nickname: unused,
  sex: unused,
  birthday: unused,
  postalCode: unused,
  prefecture: unused,
  address: unused,
  address2: unused,
  phoneNumber: unused,
  country: unused,
  disallowUnknownGender: false,
  genderInputType: 'Select',
  passwordStrength: null,
  passwordMax: 30,
  customAssociatedInfo: [],
};

/** What the sign-up reads of a store with the inline style. */
export const inlineStore = {
  signupStyle: 'inline' as const,
  authCodeSetting: {
    login: { displayName: '' },
    signUp: { displayName: '認証コード' },
    withdraw: { displayName: '' },
    multiFactorEmail: { displayName: '' },
  },
};

/** What the demo store needs of a visitor, which its form in the inline style asks. */
export const neededSetting: RegistrationSettingFragment = {
  ...leanSetting,
  familyName: 'REQUIRED',
  givenName: 'REQUIRED',
  birthday: 'REQUIRED',
};

/** A store that asks for everything. */
export const fullSetting: RegistrationSettingFragment = {
  ...(Object.fromEntries(
    Object.entries(leanSetting).map(([name, rule]) => [name, rule === unused ? 'REQUIRED' : rule]),
  ) as RegistrationSettingFragment),
  nickname: 'OPTIONAL',
  customAssociatedInfo: [
    { id: 'job', title: 'ご職業', type: 'TEXT', rule: 'OPTIONAL', selectOptions: [] },
    {
      id: 'genre',
      title: '好きなジャンル',
      type: 'SELECT',
      rule: 'REQUIRED',
      selectOptions: [
        { id: 'drama', label: 'ドラマ' },
        { id: 'comedy', label: 'コメディ' },
      ],
    },
    { id: 'adult', title: '18歳以上です', type: 'CHECKBOX', rule: 'REQUIRED', selectOptions: [] },
    { id: 'hidden', title: '使わない項目', type: 'TEXT', rule: unused, selectOptions: [] },
  ],
};

export const emptyForm: SignupFormDataFragment = {
  email: 'taro@example.jp',
  socialEmail: null,
  userId: null,
  name: null,
  nameKana: null,
  familyName: null,
  givenName: null,
  familyNameKana: null,
  givenNameKana: null,
  nickname: null,
  sex: null,
  birthday: null,
  postalCode: null,
  prefecture: null,
  address: null,
  address2: null,
  phoneNumber: null,
};

/** The form in the inline style, as it opens for a visitor whose address alone is known. */
export const inlineForm = {
  redirectTo: null,
  flowError: null,
  step: null as number | null,
  totalSteps: null as number | null,
  setting: neededSetting,
  linking: null,
  formData: emptyForm,
  customAssociatedInfo: [],
  policies: [] as PolicyFragment[],
  returnTo: null as string | null,
  wantedPlan: null as { planId: string; planName: string } | null,
};

export const filledForm: SignupFormDataFragment = {
  ...emptyForm,
  userId: 'taro1234',
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
  address2: '会員マンション101号室',
  phoneNumber: '09012345678',
};

export const filledCustom = [
  { id: 'genre', value: 'comedy' },
  { id: 'adult', value: 'true' },
];
