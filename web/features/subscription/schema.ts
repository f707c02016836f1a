import * as z from 'zod/mini';
import { answersSchema } from '@/features/survey/schema';
import type { SurveyFragment } from '@/generated/fragments';
import type { FormSchema } from '@/lib/check';
import type { CancelValues, MethodValues } from './values';

/** The survey of a member who cancels, each question by itself. */
export function cancelSchema(survey: SurveyFragment | null): FormSchema<CancelValues, CancelValues> {
  return z.object({ answers: answersSchema(survey) });
}

/** A payment method has to be chosen (E-054, E-055). */
export const methodSchema: FormSchema<MethodValues, MethodValues> = z.object({
  paymentMethodId: z.string().check(z.minLength(1, 'NOT_SELECTED')),
});
