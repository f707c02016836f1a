import * as z from 'zod/mini';
import { toDigits, toHalfWidth } from '@/lib/kana';
import { fields, given, required } from '@/lib/rules';

/** Values are judged and sent as their fields will show them once they are left. */
const digits = z.transform((value: string) => toDigits(value));
const code = z.transform((value: string) => toHalfWidth(value).replace(/\s/g, ''));

/** A number of a mobile phone in Japan, which alone takes short messages. */
export const phoneSchema = z.object({
  phoneNumber: z.pipe(digits, given.check(z.regex(/^$|^0[5-9]0\d{8}$/, 'PHONE_NUMBER_INVALID'))),
});

export const pinCodeSchema = z.object({ pinCode: z.pipe(code, required(fields.pinCode)) });

/** A one-time password is exactly six digits (V-028). */
export const otpSchema = z.object({
  token: z.pipe(code, z.string().check(z.regex(/^\d{6}$/, 'OTP_LENGTH'))),
});
