import * as z from 'zod/mini';
import type { RegistrationSettingFragment } from '@/generated/fragments';
import { toBirthday, withSlashes } from '@/lib/japan/birthday';
import { toKana } from '@/lib/japan/kana';
import { toPostalCode } from '@/lib/japan/postalCode';
import { isRequired, ruleOf } from '@/lib/limits';
import { toPhone } from '@/lib/phone';
import { fields, optional, required, sex, withRules } from '@/lib/rules';
import { toCode, toHalfWidth, toName } from '@/lib/typed';
import type { EditValues } from './editData';

const normalisers: Record<string, (value: string) => string> = {
  email: toHalfWidth,
  emailConfirm: toHalfWidth,
  pinCode: toCode,
  userId: toHalfWidth,
  familyNameKana: toKana,
  givenNameKana: toKana,
  nameKana: toKana,
  phoneNumber: toPhone,
  postalCode: toPostalCode,
  fullName: toName,
  familyName: toName,
  givenName: toName,
  name: toName,
  nickname: toName,
  address: toName,
  address2: toName,
  birthday: (value) => withSlashes(toBirthday(value)),
};

/**
 * Values are judged and sent as the fields will show them once they are left. Else an error that
 * only the leaving removes would move the page under the pointer that is just pressing the
 * button below.
 */
export function asLeft<Values extends object>(values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => {
    const normalise = normalisers[name];
    return [name, normalise && typeof value === 'string' ? normalise(value) : value];
  });
  return Object.fromEntries(entries) as Values;
}

/** What members tell about themselves: what a filled value of each field must look like. */
export const profileShape = ({ disallowUnknownGender }: RegistrationSettingFragment) => ({
  familyName: fields.familyName,
  givenName: fields.givenName,
  name: fields.name,
  familyNameKana: fields.familyNameKana,
  givenNameKana: fields.givenNameKana,
  nameKana: fields.nameKana,
  nickname: fields.nickname,
  sex: sex(disallowUnknownGender),
  birthday: fields.birthday,
  phoneNumber: fields.phoneNumber,
  postalCode: fields.postalCode,
  prefecture: fields.prefecture,
  address: fields.address,
  address2: fields.address2,
});

/** The form of the registration info under the store's rules; the country is out of a list. */
export function accountEditSchema(setting: RegistrationSettingFragment) {
  const ruled = withRules({ ...profileShape(setting), country: z.string() }, setting);
  return z.pipe(
    z.transform(asLeft<EditValues>),
    z.extend(ruled, { custom: customSchema(setting.customAssociatedInfo) }),
  );
}

type CustomItems = RegistrationSettingFragment['customAssociatedInfo'];

/**
 * What the store asks beyond the fields everybody knows: a text, one of several choices, or a box
 * to tick.
 */
export function customSchema(items: CustomItems) {
  const shape: Record<string, z.ZodMiniType<string, string> | z.ZodMiniType<boolean, boolean>> = {};
  for (const item of items) {
    if (ruleOf(item.rule) !== 'NOT_USE') shape[item.id] = customField(item);
  }
  return z.object(shape);
}

function customField({ type, rule, selectOptions }: CustomItems[number]) {
  const wanted = isRequired(rule);
  if (type === 'CHECKBOX') return z.boolean().check(z.refine((ticked) => ticked || !wanted, 'NOT_TICKED'));
  if (type !== 'SELECT') return wanted ? required(fields.custom) : optional(fields.custom);
  const choices = new Set(selectOptions.map(({ id }) => id));
  return z.string().check(z.refine((value) => (value === '' ? !wanted : choices.has(value)), 'INVALID_CHOICE'));
}
