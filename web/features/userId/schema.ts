import * as z from 'zod/mini';
import { limits } from '@/lib/limits';
import { fields, required } from '@/lib/rules';
import { toHalfWidth } from '@/lib/typed';

/**
 * Another user ID (V-116), and the present password: nothing but its length is judged.
 * `taken` holds, in lower case, the user IDs the server has said are in use.
 */
export function userIdSchema(current: string, taken: ReadonlySet<string>) {
  const userId = fields.userId.check(
    z.refine((value) => value !== current, 'UNCHANGED'),
    z.refine((value) => !taken.has(value.toLowerCase()), 'ACCOUNT_ALREADY_EXISTS_USER_ID'),
  );
  return z.object({
    userId: z.pipe(z.transform(toHalfWidth), required(userId)),
    password: required(z.string().check(z.minLength(limits.password.min, 'TOO_SHORT'))),
  });
}
