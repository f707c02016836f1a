import * as z from 'zod/mini';
import { answersSchema } from '@/features/survey/schema';
import type { SurveyFragment } from '@/generated/fragments';
import type { FormSchema } from '@/lib/check';
import { code } from '@/lib/rules';
import type { WithdrawValues } from './values';

/**
 * The form of a member who leaves: consent (V-123) and the survey, each question by itself (V-124).
 */
export function withdrawSchema(survey: SurveyFragment | null): FormSchema<WithdrawValues, WithdrawValues> {
  return z.object({
    answers: answersSchema(survey),
    consent: z.boolean().check(z.refine((given) => given, 'CONSENT_REQUIRED')),
  });
}

export const pinCodeSchema = z.object({ pinCode: code });
