import * as z from 'zod/mini';
import { fields, given } from '@/lib/rules';

const email = z
  .string()
  .check(z.minLength(1, 'EMAIL_REQUIRED'))
  .check(z.refine((value) => z.safeParse(fields.email, value).success, 'EMAIL_INVALID'));

const identifier = z.string().check(z.minLength(1, 'LOGIN_IDENTIFIER_REQUIRED'));

/** Where user IDs log in too, any text may be one; else only an e-mail address can be right. */
export function loginSchema(acceptsUserId: boolean) {
  return z.object({ emailUserId: acceptsUserId ? identifier : email, password: given });
}
