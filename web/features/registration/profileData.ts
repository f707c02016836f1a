import type { ProfileDataFragment, RegistrationSettingFragment } from '@/generated/fragments';
import { numberOrNull } from '@/lib/empty';
import { shownBirthday, storedBirthday } from '@/lib/japan/birthday';

const texts = [
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

export type CustomValues = { custom: Record<string, string | boolean> };

/**
 * What a form holds of a person: texts as typed, choices as the text of their code, boxes
 * as booleans.
 */
export type ProfileValues = Record<Names | 'birthday', string> & CustomValues;

/** What is known of a person. */
export type Known = Omit<ProfileDataFragment, 'country' | '__typename'>;

export type Answers = readonly { id: string; value?: string | null }[];

/** The fields of a form as they open: with what is known. */
export function profileValues(
  setting: RegistrationSettingFragment,
  known: Known | null,
  answers: Answers,
): ProfileValues {
  const given = new Map(answers.map(({ id, value }) => [id, value ?? '']));
  const values = Object.fromEntries([...texts, ...choices].map((name) => [name, String(known?.[name] ?? '')]));
  return {
    birthday: shownBirthday(known?.birthday),
    custom: Object.fromEntries(
      setting.customAssociatedInfo.map(({ id, type }) => [
        id,
        type === 'CHECKBOX' ? given.get(id) === 'true' : (given.get(id) ?? ''),
      ]),
    ),
    ...(values as Record<Names, string>),
  };
}

/** The checked values as the server takes them; what the store does not use is not in them. */
export function profileInput<Values extends Partial<ProfileValues>>(values: Values) {
  const { custom: _, birthday, sex, prefecture, ...rest } = values;
  return {
    ...rest,
    birthday: birthday === undefined ? undefined : storedBirthday(birthday),
    sex: numberOrNull(sex ?? ''),
    prefecture: numberOrNull(prefecture ?? ''),
  };
}

export function customInput({ custom }: CustomValues): { id: string; value: string }[] {
  return Object.entries(custom).map(([id, value]) => ({ id, value: String(value) }));
}
