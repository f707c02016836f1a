import { type CardValues, emptyCard } from '@/features/payment/cardValues';
import { type Answers, emptyAnswers } from '@/features/survey/answers';
import type { SurveyFragment } from '@/generated/fragments';

/** The value of the tile that adds a card. */
export const newMethod = 'new';

export type PurchaseValues = CardValues & { paymentMethodId: string; answers: Answers };

export function firstValues(survey: SurveyFragment | null | undefined, paymentMethodId: string): PurchaseValues {
  return { paymentMethodId, answers: emptyAnswers(survey), ...emptyCard };
}
