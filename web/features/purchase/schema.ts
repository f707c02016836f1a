import * as z from 'zod/mini';
import { cardAsLeft, cardSchema } from '@/features/payment/schema';
import type { Answers } from '@/features/survey/answers';
import type { SurveyFragment } from '@/generated/fragments';
import type { FormSchema } from '@/lib/check';
import { toCampaignCode } from '@/lib/codes';
import { codeOnly, newMethod, type PurchaseValues } from './purchaseValues';

/** A code as it is compared: without case, width and the blanks around it (V-040). */
const code = z.pipe(
  z.transform((value: string) => toCampaignCode(value)),
  z.string().check(z.regex(/^[0-9A-Z]*$/, 'NOT_ALPHANUMERIC')),
);

const noAnswers: z.ZodMiniType<Answers, Answers> = z.object({});

/**
 * The checkout form: a payment method, the card when it is a new one, a campaign's code
 * (V-039–V-041), and the plan's survey (V-016–V-020, V-042), whose own schema only a plan that has
 * one loads. `month` is the present one, YYYYMM.
 */
export async function purchaseSchema(
  survey: SurveyFragment | null | undefined,
  month: string,
): Promise<FormSchema<PurchaseValues, PurchaseValues>> {
  const card = cardSchema(month);
  const answers = survey ? (await import('@/features/survey/schema')).answersSchema(survey) : noAnswers;
  const checked = z
    .object({
      paymentMethodId: z.string().check(z.minLength(1, 'NOT_SELECTED')),
      campaignCode: code,
      answers,
      ccNumber: z.string(),
      ccExpiry: z.string(),
      securityCode: z.string(),
      cardHolder: z.string(),
    })
    .check(
      z.refine(({ paymentMethodId, campaignCode }) => paymentMethodId !== codeOnly || campaignCode !== '', {
        path: ['campaignCode'],
        error: 'REQUIRED',
      }),
    )
    .check(({ value, issues }) => {
      if (value.paymentMethodId !== newMethod) return;
      const { error } = z.safeParse(card, value);
      for (const { path, message } of error?.issues ?? []) issues.push({ code: 'custom', input: value, path, message });
    });
  return z.pipe(z.transform(cardAsLeft<PurchaseValues>), checked);
}
