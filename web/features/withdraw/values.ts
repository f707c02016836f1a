import { type Answers, emptyAnswers } from '@/features/survey/answers';
import type { SurveyFragment } from '@/generated/fragments';

export type WithdrawValues = { answers: Answers; consent: boolean };

export function emptyWithdrawal(survey: SurveyFragment | null): WithdrawValues {
  return { answers: emptyAnswers(survey), consent: false };
}
