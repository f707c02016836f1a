import * as z from 'zod/mini';
import { asLeft, customSchema, profileShape } from '@/features/registration/schema';
import type { RegistrationSettingFragment } from '@/generated/fragments';
import { limits } from '@/lib/limits';
import type { Locale } from '@/lib/locale';
import { code, fields, given, newPassword, optional, required, withRules } from '@/lib/rules';
import { sameAddress } from '@/lib/sameAddress';
import type { InlineFormValues, SignupFormValues } from './formData';
import { splitName } from './fullName';

/**
 * Comparisons of two fields are made even while others are still wrong, so that a mismatch is told
 * in the same breath.
 */
const always = () => true;

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

/** In the inline style the address is typed once: the mailed code proves it. */
export const addressSchema = z.pipe(
  z.transform(asLeft<{ email: string }>),
  z.object({ email: required(fields.email) }),
);

export const pinCodeSchema = z.object({ pinCode: code });

/**
 * The sign-up form under the store's rules. An address that is not the proved one needs a code
 * (V-034); `taken` holds, in lower case, the user IDs the server has said are in use.
 */
export function signupFormSchema(setting: RegistrationSettingFragment, proved: string, taken: ReadonlySet<string>) {
  const checked = z
    .extend(ruledFields(setting, taken), {
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

/**
 * The form of the inline style: the address was proved before, and the password is typed once. A
 * name in one field is read as that language has it; null: each part has its own.
 */
export function inlineFormSchema(
  setting: RegistrationSettingFragment,
  taken: ReadonlySet<string>,
  nameIn: Locale | null,
) {
  const rules: RegistrationSettingFragment = nameIn
    ? { ...setting, familyName: 'NOT_USE', givenName: 'NOT_USE' }
    : setting;
  const checked = z.extend(ruledFields(rules, taken), {
    fullName: nameIn ? fullName(nameIn) : z.string(),
    custom: customSchema(setting.customAssociatedInfo),
  });
  return z.pipe(z.transform(asLeft<InlineFormValues>), checked);
}

/** A name in one field: both of its parts, each at most as long as in a field of its own. */
function fullName(locale: Locale): z.ZodMiniType<string, string> {
  const maximum = limits.name.max;
  const checked = z.string().check(({ value: input, issues }) => {
    const parts = Object.values(splitName(input, locale));
    if (parts.includes('')) issues.push({ code: 'custom', message: 'NO_SPACE', input });
    else if (parts.some(({ length }) => length > maximum))
      issues.push({ code: 'too_big', origin: 'string', maximum, message: 'TOO_LONG', input });
  });
  return required(checked);
}

/** What both forms ask by the store's rules. */
function ruledFields(setting: RegistrationSettingFragment, taken: ReadonlySet<string>) {
  const userId = fields.userId.check(
    z.refine((value) => !taken.has(value.toLowerCase()), 'ACCOUNT_ALREADY_EXISTS_USER_ID'),
  );
  const password = newPassword(setting.passwordStrength, setting.passwordMax);
  return withRules({ userId, password, ...profileShape(setting) }, setting);
}
