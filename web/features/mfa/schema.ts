import * as z from 'zod/mini';
import { toPhone } from '@/lib/phone';
import { code, given, oneTimePassword } from '@/lib/rules';

/** Judged and sent as the field will show it once it is left. */
const digits = z.transform((value: string) => toPhone(value));

/** A number of a mobile phone in Japan, which alone takes short messages. */
export const phoneSchema = z.object({
  phoneNumber: z.pipe(digits, given.check(z.regex(/^$|^0[5-9]0\d{8}$/, 'PHONE_NUMBER_INVALID'))),
});

export const pinCodeSchema = z.object({ pinCode: code });

export const otpSchema = z.object({ token: oneTimePassword });
