import * as z from 'zod/mini';
import { given, required } from './given';
import { isKana } from './japan/kana';
import { limits, passwordRules, ruleOf } from './limits';
import { toCode } from './typed';

export { given, limits, required };

/** A field that may stay empty: only what is filled is checked. */
export function optional(field: z.ZodMiniType<string, string>) {
  return z.string().check((payload) => {
    if (payload.value === '') return;
    const result = z.safeParse(field, payload.value);
    if (!result.success)
      payload.issues.push(...result.error.issues.map((issue) => ({ ...issue, input: payload.value }) as never));
  });
}

type Shape = Record<string, z.ZodMiniType<string, string>>;

/**
 * Applies the store's rules to the fields of a form: NOT_USE leaves the field out, REQUIRED wants
 * it filled, else it may stay empty. `shape` says what a filled value must look like. Empty values
 * leave as null with the action that sends them.
 */
export function withRules<S extends Shape>(shape: S, rules: Partial<Record<keyof S, string | null>>) {
  const ruled: Shape = {};
  for (const [name, field] of Object.entries(shape)) {
    const rule = ruleOf(rules[name]);
    if (rule !== 'NOT_USE') ruled[name] = rule === 'REQUIRED' ? required(field) : optional(field);
  }
  return z.object(ruled as S);
}

const address =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/;

const text = (max: number) => z.string().check(z.maxLength(max, 'TOO_LONG'));
const kana = (max: number) => text(max).check(z.refine(isKana, 'KANA_ONLY'));

/** A new password by the store's rules; the error holds the two limits, for its words. */
export function newPassword(strength?: string | null, max: number = limits.password.max) {
  const others = passwordRules(strength, max).filter(({ code }) => code !== 'TOO_SHORT' && code !== 'TOO_LONG');
  return z
    .string()
    .check(
      z.minLength(limits.password.min, 'TOO_SHORT'),
      z.maxLength(max, 'TOO_LONG'),
      ...others.map(({ code, holds }) => z.refine<string>(holds, code)),
    );
}

/**
 * What a filled value of each field must look like; the one table that sign-up, profile and address
 * forms share.
 */
export const fields = {
  email: z.string().check(z.maxLength(limits.email.max, 'TOO_LONG'), z.regex(address, 'INVALID_FORMAT')),
  userId: z
    .string()
    .check(
      z.regex(/^[A-Za-z0-9]*$/, 'ALPHANUMERIC_ONLY'),
      z.minLength(limits.userId.min, 'TOO_SHORT'),
      z.maxLength(limits.userId.max, 'TOO_LONG'),
    ),
  pinCode: z.string().check(z.regex(/^[\x21-\x7e]*$/, 'HALF_WIDTH_ONLY')),
  name: text(limits.name.max),
  familyName: text(limits.name.max),
  givenName: text(limits.name.max),
  nickname: text(limits.name.max),
  nameKana: kana(limits.name.max),
  familyNameKana: kana(limits.name.max),
  givenNameKana: kana(limits.name.max),
  birthday: z.string().check(z.refine(isBirthday, 'INVALID_FORMAT')),
  phoneNumber: z
    .string()
    .check(
      z.regex(new RegExp(`^0[0-9]{${limits.phoneNumber.min - 1},${limits.phoneNumber.max - 1}}$`), 'INVALID_FORMAT'),
    ),
  postalCode: z.string().check(z.regex(new RegExp(`^[0-9]{${limits.postalCode.length}}$`), 'INVALID_FORMAT')),
  prefecture: z
    .string()
    .check(z.refine((value) => Number(value) >= 1 && Number(value) <= limits.prefectures, 'INVALID_FORMAT')),
  address: text(limits.address.max),
  address2: text(limits.address.max),
  custom: text(limits.custom.max),
};

/**
 * A code in any width, spaces or not, judged and sent as its field will show it once it is left.
 */
const asCode = z.transform((value: string) => toCode(value));

/** A code that was sent, which must be given. */
export const code = z.pipe(asCode, required(fields.pinCode));

/** A one-time password is exactly six digits (V-028). */
export const oneTimePassword = z.pipe(asCode, z.string().check(z.regex(/^\d{6}$/, 'OTP_LENGTH')));

/** One of 1, 2 and 9, and 0 where the store lets a member not answer. */
export function sex(disallowUnknown: boolean) {
  return z
    .string()
    .check(
      z.refine((value) => (disallowUnknown ? ['1', '2', '9'] : ['1', '2', '9', '0']).includes(value), 'INVALID_CHOICE'),
    );
}

/** Eight digits that are a day of the calendar, shown with slashes or not. */
function isBirthday(value: string): boolean {
  const found = /^(\d{4})\/?(\d{2})\/?(\d{2})$/.exec(value);
  if (!found) return false;
  const [year, month, day] = found.slice(1).map(Number) as [number, number, number];
  if (year < limits.birthday.minYear || year > limits.birthday.maxYear) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
