import * as z from 'zod/mini';
import { toBackupCode } from '@/lib/codes';
import { code, fields, given, oneTimePassword } from '@/lib/rules';
import { toCode } from '@/lib/typed';
import type { Factor, LoginType } from './flow';

const email = z
  .string()
  .check(z.minLength(1, 'EMAIL_REQUIRED'))
  .check(z.refine((value) => z.safeParse(fields.email, value).success, 'EMAIL_INVALID'));

const identifier = z.string().check(z.minLength(1, 'LOGIN_IDENTIFIER_REQUIRED'));

/**
 * Where user IDs log in too, any text may be one; else only an email address can be right.
 * A login by code asks for no password.
 */
export function loginSchema(acceptsUserId: boolean, type: LoginType = 'password') {
  return z.object({
    emailUserId: acceptsUserId ? identifier : email,
    password: type === 'password' ? given : z.string(),
  });
}

/** The mailed login code, and the one that proves once more who a member is. */
export const authCodeSchema = z.object({ authCode: code });

export const passwordSchema = z.object({ password: given });

/** What is typed for a second factor, in any width. */
const sentCode = z.pipe(z.transform(toCode), given);

const values: Partial<Record<Factor, z.ZodMiniType<string, string>>> = {
  OTP: z.pipe(given, oneTimePassword),
  BackupCode: z.pipe(z.transform(toBackupCode), given),
};

export function factorSchema(type: Factor) {
  return z.object({ value: values[type] ?? sentCode, isPreferred: z.boolean(), rememberDevice: z.boolean() });
}
