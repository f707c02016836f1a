import type { SurveyFragment } from '@/generated/fragments';
import { type CardValues, emptyCard } from '../payment/cardValues';
import { type Answers, emptyAnswers } from '../survey/answers';

/** The value of the tile that adds a card. */
export const newMethod = 'new';

export type PurchaseValues = CardValues & { paymentMethodId: string; answers: Answers };

export function firstValues(survey: SurveyFragment | null | undefined, paymentMethodId: string): PurchaseValues {
  return { paymentMethodId, answers: emptyAnswers(survey), ...emptyCard };
}
