import * as z from 'zod/mini';
import { given, oneTimePassword } from '@/lib/rules';

/** What proves somebody of the staff. */
export const loginSchema = z.object({ email: given, password: given, code: z.pipe(given, oneTimePassword) });

export const confirmSchema = z.object({ password: given, code: z.pipe(given, oneTimePassword) });

/** Shortest password of the staff; the server says what else is wrong with one. */
const shortest = 15;

export const passwordSchema = z.object({
  password: z.pipe(given, z.string().check(z.minLength(shortest, 'TOO_SHORT'))),
});

export const codeSchema = z.object({ code: z.pipe(given, oneTimePassword) });
