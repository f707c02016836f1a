import * as z from 'zod/mini';
import { numberOrNull } from '@/lib/empty';
import { given } from '@/lib/rules';
import { personalFields, reasonKinds, ways } from './values';

export const findSchema = z.object({ term: given });

const shortestReason = 5;
const longestReason = 500;

const why = {
  reasonKind: z.enum(reasonKinds),
  reason: z.pipe(
    given,
    z.string().check(z.minLength(shortestReason, 'TOO_SHORT'), z.maxLength(longestReason, 'TOO_LONG')),
  ),
  ticket: z.string(),
};

export const checkSchema = z.object({
  ...why,
  nameKana: z.string(),
  birthday: z.string(),
  phoneLast4: z.string(),
  postalCode: z.string(),
  cardSuffix: z.string(),
  lastPaymentYen: z.pipe(z.string(), z.transform(numberOrNull)),
});

export const revealSchema = z.object({
  ...why,
  fields: z.array(z.enum(personalFields)).check(z.minLength(1, 'TOO_FEW_CHOICES')),
});

const longestNote = 4000;

export const noteSchema = z.object({
  ...why,
  text: z.pipe(given, z.string().check(z.maxLength(longestNote, 'TOO_LONG'))),
  isPinned: z.boolean(),
});

export const endSessionsSchema = z.object(why);

export const refundSchema = z.object({
  ...why,
  chargeId: given,
  amount: z.pipe(z.string(), z.transform(numberOrNull)),
  evenSo: z.boolean(),
});

export const cancelSchema = z.object({ ...why, subscriptionId: given, at: z.enum(['TERM', 'NOW']) });

export const decideSchema = z.object({ ...why, way: z.enum(ways, 'REQUIRED') });
