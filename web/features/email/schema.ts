import * as z from 'zod/mini';
import { limits } from '@/lib/limits';
import { code, fields, required } from '@/lib/rules';
import { sameAddress } from '@/lib/sameAddress';
import { toHalfWidth } from '@/lib/typed';

/**
 * A new address, which must differ from the present one (V-092). Judged and sent as the field will
 * show it once it is left.
 */
export function emailEditSchema(current: string) {
  const email = fields.email.check(z.refine((value) => !sameAddress(value, current), 'UNCHANGED'));
  return z.object({ email: z.pipe(z.transform(toHalfWidth), required(email)) });
}

export const pinCodeSchema = z.object({ pinCode: code });

/** A password that exists: nothing but its length is judged. */
export const undoSchema = z.object({
  password: required(z.string().check(z.minLength(limits.password.min, 'TOO_SHORT'))),
});
