import * as z from 'zod/mini';
import type { RegistrationSettingFragment } from '@/generated/fragments';
import { toCode, toDigits, toHalfWidth, toKana } from '@/lib/kana';
import { isRequired, ruleOf } from '@/lib/limits';
import { code, fields, given, newPassword, optional, required, sex, withRules } from '@/lib/rules';
import { sameAddress } from '@/lib/sameAddress';
import type { SignupFormValues } from './formData';

/** Comparisons of two fields are made even while others are still wrong, so that a mismatch is told in the same breath. */
const always = () => true;

const normalisers: Record<string, (value: string) => string> = {
  email: toHalfWidth,
  emailConfirm: toHalfWidth,
  pinCode: toCode,
  userId: toHalfWidth,
  familyNameKana: toKana,
  givenNameKana: toKana,
  nameKana: toKana,
  phoneNumber: toDigits,
  postalCode: toDigits,
};

/**
 * Values are judged and sent as the fields will show them once they are left. Else an error that only the leaving removes would
 * move the page under the pointer that is just pressing the button below.
 */
function asLeft<Values extends object>(values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => {
    const normalise = normalisers[name];
    return [name, normalise && typeof value === 'string' ? normalise(value) : value];
  });
  return Object.fromEntries(entries) as Values;
}

/** The second address is for the browser alone; it is compared and never sent. */
export const emailSchema = z.pipe(
  z.transform(asLeft<{ email: string; emailConfirm: string }>),
  z.object({ email: required(fields.email), emailConfirm: given }).check(
    z.refine(({ email, emailConfirm }) => sameAddress(email, emailConfirm), {
      path: ['emailConfirm'],
      error: 'MISMATCH',
      when: always,
    }),
  ),
);

export const pinCodeSchema = z.object({ pinCode: code });

/**
 * The sign-up form under the store's rules. An address that is not the proved one needs a code (V-034); `taken` holds, in lower
 * case, the user IDs the server has said are in use.
 */
export function signupFormSchema(setting: RegistrationSettingFragment, proved: string, taken: ReadonlySet<string>) {
  const userId = fields.userId.check(
    z.refine((value) => !taken.has(value.toLowerCase()), 'ACCOUNT_ALREADY_EXISTS_USER_ID'),
  );
  const ruled = withRules(
    {
      userId,
      password: newPassword(setting.passwordStrength, setting.passwordMax),
      familyName: fields.familyName,
      givenName: fields.givenName,
      name: fields.name,
      familyNameKana: fields.familyNameKana,
      givenNameKana: fields.givenNameKana,
      nameKana: fields.nameKana,
      nickname: fields.nickname,
      sex: sex(setting.disallowUnknownGender),
      birthday: fields.birthday,
      phoneNumber: fields.phoneNumber,
      postalCode: fields.postalCode,
      prefecture: fields.prefecture,
      address: fields.address,
      address2: fields.address2,
    },
    setting,
  );
  const checked = z
    .extend(ruled, {
      email: required(fields.email),
      socialEmail: z.string(),
      pinCode: optional(fields.pinCode),
      passwordConfirm: z.string(),
      custom: customSchema(setting.customAssociatedInfo),
    })
    .check(
      z.refine(({ email, pinCode }) => sameAddress(email, proved) || pinCode !== '', {
        path: ['pinCode'],
        error: 'REQUIRED',
        when: always,
      }),
      z.refine(({ password, passwordConfirm }) => !password || passwordConfirm !== '', {
        path: ['passwordConfirm'],
        error: 'REQUIRED',
        when: always,
      }),
      z.refine(({ password, passwordConfirm }) => (password ?? '') === passwordConfirm, {
        path: ['passwordConfirm'],
        error: 'MISMATCH',
        when: always,
      }),
    );
  return z.pipe(z.transform(asLeft<SignupFormValues>), checked);
}

type CustomItems = RegistrationSettingFragment['customAssociatedInfo'];

/** What the store asks beyond the fields everybody knows: a text, one of several choices, or a box to tick. */
function customSchema(items: CustomItems) {
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
