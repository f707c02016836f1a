import * as z from 'zod/mini';
import { numberOrNull } from '@/lib/empty';
import { toKana } from '@/lib/japan/kana';
import { toPhone } from '@/lib/phone';
import { fields, given } from '@/lib/rules';
import { toBare, toHalfWidth, toName } from '@/lib/typed';
import {
  type Correction,
  corrections,
  factorKinds,
  limitKinds,
  type MailKind,
  matters,
  personalFields,
  reasonKinds,
  requests,
  ways,
} from './values';

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

export const reasonSchema = z.object(why);

export const checkSchema = z.object({
  ...why,
  nameKana: z.string(),
  birthday: z.string(),
  phoneLast4: z.string(),
  postalCode: z.string(),
  cardSuffix: z.string(),
  lastPaymentYen: z.pipe(z.string(), z.transform(numberOrNull)),
});

/** Some of these. */
function several<const Of extends string>(of: readonly [Of, ...Of[]]) {
  return z.array(z.enum(of)).check(z.minLength(1, 'TOO_FEW_CHOICES'));
}

export const revealSchema = z.object({ ...why, fields: several(personalFields) });

const longestNote = 4000;

export const noteSchema = z.object({
  ...why,
  text: z.pipe(given, z.string().check(z.maxLength(longestNote, 'TOO_LONG'))),
  isPinned: z.boolean(),
});

export const refundSchema = z.object({
  ...why,
  chargeId: given,
  amount: z.pipe(z.string(), z.transform(numberOrNull)),
  evenSo: z.boolean(),
  ends: z.enum(['NOTHING', 'CONTRACT', 'ENTITLEMENT']),
});

export const contractSchema = z.object({ ...why, subscriptionId: given });
export const cancelSchema = z.object({ ...why, subscriptionId: given, at: z.enum(['TERM', 'NOW']) });

const days = z.pipe(
  z.pipe(given, z.transform(toHalfWidth)),
  z.pipe(z.string().check(z.regex(/^[1-9]\d{0,2}$/, 'INVALID_FORMAT')), z.transform(Number)),
);

export const extendContractSchema = z.object({ ...why, subscriptionId: given, days });
export const extendEntitlementSchema = z.object({ ...why, entitlementId: given, days });
export const pauseSchema = z.object({ ...why, subscriptionId: given, until: given });
export const waiveSchema = z.object({ ...why, billId: given });

export const resendSchema = z.object({
  ...why,
  mail: z.pipe(
    given,
    z.transform((chosen: string) => {
      const [kind, subjectId = null] = chosen.split(' ') as [MailKind, string?];
      return { kind, subjectId };
    }),
  ),
});

export const clearSchema = z.object({ ...why, what: several(limitKinds) });

export const emailSchema = z.object({
  ...why,
  email: z.pipe(z.pipe(given, z.transform(toHalfWidth)), fields.email),
});

export const factorsSchema = z.object({ ...why, kinds: several(factorKinds) });

/** A correction as it is meant: texts as their fields show them once they are left. */
const corrected = {
  birthday: (typed: string) => toBare(typed).replaceAll('/', ''),
  familyNameKana: toKana,
  givenNameKana: toKana,
  nameKana: toKana,
  phoneNumber: toPhone,
  postalCode: toBare,
  prefecture: Number,
  sex: Number,
} satisfies Partial<Record<Correction, (typed: string) => string | number>>;

type Corrected = { [Name in Correction]?: Name extends 'prefecture' | 'sex' ? number : string };

const texts = Object.fromEntries(corrections.map((name) => [name, z.string()])) as Record<Correction, z.ZodMiniString>;

/** The store's rules are those of the server; what is ticked and blank is to be emptied. */
export const correctSchema = z.pipe(
  z
    .object({ ...why, fields: several(corrections), ...texts })
    .check(z.refine(({ fields, sex }) => !fields.includes('sex') || sex !== '', { path: ['sex'], error: 'REQUIRED' })),
  z.transform(({ reasonKind, reason, ticket, fields, ...typed }) => {
    const put: Record<string, string | number> = {};
    for (const name of fields)
      put[name] = (name in corrected ? corrected[name as keyof typeof corrected] : toName)(typed[name]);
    return { reasonKind, reason, ticket, ...(put as Corrected) };
  }),
);

export const blockSchema = z.object({ ...why, contracts: z.enum(['END_AT_TERM', 'END_NOW']) });
export const stopSchema = z.object({ ...why, what: z.enum(matters, 'REQUIRED') });
export const withdrawSchema = z.object({ ...why, request: z.enum(requests, 'REQUIRED') });
export const decideSchema = z.object({ ...why, way: z.enum(ways, 'REQUIRED') });
