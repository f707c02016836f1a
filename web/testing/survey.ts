import type { QuestionType, SurveyFragment } from '@/generated/fragments';

/** Questions and surveys for tests. */

type Question = SurveyFragment['questions'][number];

export const question = (questionType: QuestionType, changes: Partial<Question> = {}): Question => ({
  questionId: questionType,
  questionType,
  questionTitle: `${questionType}の質問`,
  questionDescription: null,
  required: false,
  validation: null,
  minCount: null,
  maxCount: null,
  answerOptions: ['radio', 'select', 'checkbox'].includes(questionType)
    ? ['a', 'b', 'c'].map((optionId) => ({ optionId, optionTitle: `${questionType} ${optionId}` }))
    : [],
  ...changes,
});

export const surveyOf = (...questions: Question[]): SurveyFragment => ({
  surveyName: 'アンケート',
  surveyDescription: 'お聞かせください。',
  questions,
});
