import type { RegistrationSettingFragment, SignupFormDataFragment } from '@/generated/fragments';
import type { CustomValueInput, SignupFormInput } from '@/generated/SignupConfirm';
import { shownBirthday, storedBirthday } from '@/lib/birthday';
import { numberOrNull } from '@/lib/empty';
import { ruleOf } from '@/lib/limits';

const texts = [
  'userId',
  'familyName',
  'givenName',
  'name',
  'familyNameKana',
  'givenNameKana',
  'nameKana',
  'nickname',
  'phoneNumber',
  'postalCode',
  'address',
  'address2',
] as const;
const choices = ['sex', 'prefecture'] as const;

type Names = (typeof texts)[number] | (typeof choices)[number];

/** What the sign-up form holds: texts as typed, choices as the text of their code, boxes as booleans. */
export type SignupFormValues = Record<
  Names | 'email' | 'socialEmail' | 'pinCode' | 'password' | 'passwordConfirm' | 'birthday',
  string
> & {
  custom: Record<string, string | boolean>;
};

type Checked = Partial<SignupFormValues> & Pick<SignupFormValues, 'email' | 'pinCode' | 'custom'>;

type Kept = SignupFormDataFragment | null;

/** The form as it opens: with what was typed before, which never includes a password. */
export function formValues(
  setting: RegistrationSettingFragment,
  kept: Kept,
  custom: readonly CustomValueInput[],
): SignupFormValues {
  const known = new Map(custom.map(({ id, value }) => [id, value ?? '']));
  const items = setting.customAssociatedInfo.filter(({ rule }) => ruleOf(rule) !== 'NOT_USE');
  const values = Object.fromEntries([...texts, ...choices].map((name) => [name, String(kept?.[name] ?? '')]));
  return {
    ...(values as Record<Names, string>),
    email: kept?.email ?? '',
    socialEmail: kept?.socialEmail ?? '', // shown only: whose account it is, the provider has said
    pinCode: '',
    password: '',
    passwordConfirm: '',
    birthday: shownBirthday(kept?.birthday),
    custom: Object.fromEntries(
      items.map(({ id, type }) => [id, type === 'CHECKBOX' ? known.get(id) === 'true' : (known.get(id) ?? '')]),
    ),
  };
}

/** The checked values as the server takes them; what the store does not use is not in them. */
export function formInput(values: Checked): SignupFormInput {
  const { custom: _, socialEmail: __, birthday, sex, prefecture, ...rest } = values;
  return {
    ...rest,
    birthday: birthday === undefined ? undefined : storedBirthday(birthday),
    sex: numberOrNull(sex ?? ''),
    prefecture: numberOrNull(prefecture ?? ''),
  };
}

export function customInput(values: Pick<Checked, 'custom'>): CustomValueInput[] {
  return Object.entries(values.custom).map(([id, value]) => ({ id, value: String(value) }));
}
