import * as z from 'zod/mini';
import { limits, required } from '@/lib/rules';
import { toName } from '@/lib/typed';
import { type Addressed, honorifics } from './honorifics';

const known: readonly string[] = honorifics;

/**
 * Whom an invoice is addressed to (V-055, V-056, V-057). Spaces around it are dropped; any width
 * stays as it was typed.
 */
export const addresseeSchema = z.object({
  addressee: z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string) => toName(value)),
    ),
    required(z.string().check(z.maxLength(limits.addressee.max, 'TOO_LONG'))),
  ),
  honorific: z.custom<Addressed['honorific']>((value) => known.includes(String(value)), 'INVALID_CHOICE'),
});
