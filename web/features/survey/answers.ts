import type { SurveyFragment } from '@/generated/fragments';

type Survey = SurveyFragment | null | undefined;

/** A text, or the chosen ones of several boxes. */
export type Answer = string | string[];
export type Answers = Record<string, Answer>;

/** The key of a question's answer: ids may hold characters that a field path reads as structure. */
export const answerKey = (index: number) => `q${index}` as const;

export function emptyAnswers(survey: Survey): Answers {
  const answers = (survey?.questions ?? []).map(({ questionType }, index) => [
    answerKey(index),
    questionType === 'checkbox' ? [] : '',
  ]);
  return Object.fromEntries(answers);
}

/** The answers as they are sent: one list of values a question, nothing for what was left empty. */
export function answersOf(survey: Survey, answers: Answers) {
  return (survey?.questions ?? []).flatMap(({ questionId }, index) => {
    const values = [answers[answerKey(index)] ?? ''].flat().filter((value) => value !== '');
    return values.length > 0 ? [{ questionId, values }] : [];
  });
}
