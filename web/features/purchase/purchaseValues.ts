import { type CardValues, emptyCard } from '@/features/payment/cardValues';
import { type Answers, emptyAnswers } from '@/features/survey/answers';
import type { PaymentMethodType, SurveyFragment } from '@/generated/fragments';

/** The value of the tile that adds a card. */
export const newMethod = 'new';

const joining = 'new:';

/** The value of the tile that adds another way to pay. */
export const newOf = (type: PaymentMethodType) => `${joining}${type}`;

/** What the tile adds, if it is one of those. */
export const joined = (value: string) =>
  value.startsWith(joining) ? (value.slice(joining.length) as PaymentMethodType) : null;

/** The value of the tile with which a campaign's code pays for all of the order (F-153). */
export const codeOnly = 'CampaignCode';

export type PurchaseValues = CardValues & { paymentMethodId: string; campaignCode: string; answers: Answers };

export function firstValues(survey: SurveyFragment | null | undefined, paymentMethodId: string): PurchaseValues {
  return { paymentMethodId, campaignCode: '', answers: emptyAnswers(survey), ...emptyCard };
}
