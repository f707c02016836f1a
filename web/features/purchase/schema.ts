import * as z from 'zod/mini';
import type { SurveyFragment } from '@/generated/fragments';
import { limits } from '@/lib/limits';
import { cardSchema, emptyCard } from '../payment/card';

/** The value of the tile that adds a card. */
export const newMethod = 'new';

type Question = SurveyFragment['questions'][number];

const textual = ['text', 'textarea', 'date', 'time'];

/** The name of a question's field: ids may hold characters that a field path reads as structure. */
export const answerName = (index: number) => `answers.q${index}` as const;

function answer(question: Question) {
  const { questionType, required, minCount, maxCount, validation } = question;
  if (questionType === 'checkbox') {
    const least = Math.max(minCount ?? 0, required ? 1 : 0);
    return z
      .array(z.string())
      .check(
        z.minLength(least, required && least === 1 ? 'CHOOSE' : 'TOO_FEW'),
        z.maxLength(maxCount ?? 1000, 'TOO_MANY'),
      );
  }
  const text = z.string().check(z.maxLength(limits.survey.textMax, 'TOO_LONG'));
  const pattern = validation && textual.includes(questionType) ? new RegExp(`^(?:${validation})$`, 'u') : null;
  return text.check(
    z.refine((value) => value !== '' || !required, 'REQUIRED'),
    z.refine((value) => value === '' || !pattern || pattern.test(value), 'INVALID_FORMAT'),
  );
}

/** The checkout form: a payment method, the card when it is a new one, and the plan's survey (V-016–V-020, V-042). */
export function purchaseSchema(survey: SurveyFragment | null | undefined, today: string) {
  const questions = survey?.questions ?? [];
  const shape = Object.fromEntries(questions.map((question, index) => [`q${index}`, answer(question)]));
  const card = cardSchema(today);
  return z
    .object({
      paymentMethodId: z.string().check(z.minLength(1, 'NOT_SELECTED')),
      answers: z.object(shape),
      ccNumber: z.string(),
      ccMonth: z.string(),
      ccYear: z.string(),
      securityCode: z.string(),
      billingLastName: z.string(),
      billingFirstName: z.string(),
    })
    .check((payload) => {
      if (payload.value.paymentMethodId !== newMethod) return;
      const result = z.safeParse(card, payload.value);
      if (!result.success) payload.issues.push(...(result.error.issues as never[]));
    });
}

export type PurchaseValues = {
  paymentMethodId: string;
  answers: Record<string, string | string[]>;
} & typeof emptyCard;

export function firstValues(
  survey: SurveyFragment | null | undefined,
  paymentMethodId: string,
  kept: PurchaseValues['answers'],
): PurchaseValues {
  const questions = survey?.questions ?? [];
  const answers = Object.fromEntries(
    questions.map(({ questionType }, index) => [
      `q${index}`,
      kept[`q${index}`] ?? (questionType === 'checkbox' ? [] : ''),
    ]),
  );
  return { paymentMethodId, answers, ...emptyCard };
}

/** The answers as they are sent: one list of values a question, nothing for what was left empty. */
export function answersOf(survey: SurveyFragment | null | undefined, answers: PurchaseValues['answers']) {
  return (survey?.questions ?? []).flatMap(({ questionId }, index) => {
    const given = answers[`q${index}`] ?? '';
    const values = (Array.isArray(given) ? given : [given]).filter((value) => value !== '');
    return values.length > 0 ? [{ questionId, values }] : [];
  });
}
