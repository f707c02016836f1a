import * as z from 'zod/mini';
import { asLeft, customSchema, profileShape } from '@/features/registration/schema';
import type { RegistrationSettingFragment } from '@/generated/fragments';
import { code, fields, given, newPassword, optional, required, withRules } from '@/lib/rules';
import { sameAddress } from '@/lib/sameAddress';
import type { InlineFormValues, SignupFormValues } from './formData';

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

/** The form of the inline style: the address was proved before, and the password is typed once. */
export function inlineFormSchema(setting: RegistrationSettingFragment, taken: ReadonlySet<string>) {
  return z.pipe(
    z.transform(asLeft<InlineFormValues>),
    z.extend(ruledFields(setting, taken), { custom: customSchema(setting.customAssociatedInfo) }),
  );
}

/** What both forms ask by the store's rules. */
function ruledFields(setting: RegistrationSettingFragment, taken: ReadonlySet<string>) {
  const userId = fields.userId.check(
    z.refine((value) => !taken.has(value.toLowerCase()), 'ACCOUNT_ALREADY_EXISTS_USER_ID'),
  );
  const password = newPassword(setting.passwordStrength, setting.passwordMax);
  return withRules({ userId, password, ...profileShape(setting) }, setting);
}
