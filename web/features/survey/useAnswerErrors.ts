import type { SurveyFragment } from '@/generated/fragments';
import type { UserError } from '@/lib/action';
import { useTranslation } from '@/lib/i18n';
import { answerKey } from './answers';

/**
 * Puts a mistake in an answer at its question. The server names questions by their ids; one that
 * this page does not ask was added since the page was opened, so that nothing here could put the
 * mistake right.
 */
export function useAnswerErrors(survey: SurveyFragment | null | undefined): (error: UserError) => UserError {
  const { t } = useTranslation('common');
  return (error) => {
    const id = error.field?.startsWith('answers.') ? error.field.slice('answers.'.length) : null;
    if (id === null) return error;
    const index = (survey?.questions ?? []).findIndex(({ questionId }) => questionId === id);
    if (index < 0) return { ...error, field: null, message: t('surveyChanged') };
    return { ...error, field: `answers.${answerKey(index)}` };
  };
}
