import * as z from 'zod/mini';
import { fields, given, required } from '@/lib/rules';
import type { LoginType } from './flow';

const email = z
  .string()
  .check(z.minLength(1, 'EMAIL_REQUIRED'))
  .check(z.refine((value) => z.safeParse(fields.email, value).success, 'EMAIL_INVALID'));

const identifier = z.string().check(z.minLength(1, 'LOGIN_IDENTIFIER_REQUIRED'));

/**
 * Where user IDs log in too, any text may be one; else only an e-mail address can be right. A login by code asks for no
 * password.
 */
export function loginSchema(acceptsUserId: boolean, type: LoginType = 'password') {
  return z.object({
    emailUserId: acceptsUserId ? identifier : email,
    password: type === 'password' ? given : z.string(),
  });
}

/** The mailed login code, and the one that proves once more who a member is. */
export const authCodeSchema = z.object({ authCode: required(fields.pinCode) });

export const passwordSchema = z.object({ password: given });

/** The value of a second factor; a one-time password is exactly six digits (V-028). */
export function factorSchema(type: string | null) {
  const value = type === 'OTP' ? given.check(z.regex(/^$|^\d{6}$/, 'OTP_LENGTH')) : given;
  return z.object({ value, isPreferred: z.boolean(), rememberDevice: z.boolean() });
}
