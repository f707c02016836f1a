import * as z from 'zod/mini';

// Apart from the rules of sign-up and profile (lib/rules.ts), which the forms of cards and orders
// do without.

/** Given at all: at least one character. */
export const given = z.string().check(z.minLength(1, 'REQUIRED'));

/** A field that must be filled: empty says REQUIRED and nothing more, filled is checked further. */
export function required(field: z.ZodMiniType<string, string>) {
  return z.pipe(given, field);
}
