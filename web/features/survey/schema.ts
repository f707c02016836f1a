import * as z from 'zod/mini';
import type { SurveyFragment } from '@/generated/fragments';
import { limits } from '@/lib/limits';
import { type Answer, type Answers, answerKey } from './answers';

type Question = SurveyFragment['questions'][number];

/** The answers to a survey, by the keys of its questions (V-016–V-020). */
export function answersSchema(survey: SurveyFragment | null | undefined): z.ZodMiniType<Answers, Answers> {
  return z.object(
    Object.fromEntries((survey?.questions ?? []).map((question, index) => [answerKey(index), answer(question)])),
  );
}

function answer(question: Question): z.ZodMiniType<Answer, Answer> {
  switch (question.questionType) {
    case 'checkbox':
      return choices(question);
    case 'text':
    case 'textarea':
      return text(question);
    default:
      return z.string().check(z.refine((value) => value !== '' || !question.required, missing(question)));
  }
}

/** What is chosen is not "entered". */
function missing({ questionType }: Question): string {
  return ['radio', 'select', 'checkbox'].includes(questionType) ? 'INVALID_CHOICE' : 'REQUIRED';
}

/** No box at all is no answer, as the server sees it; from the first one on the counts hold. */
function choices(question: Question) {
  const { required, minCount, maxCount } = question;
  const minimum = minCount ?? 0;
  const maximum = maxCount ?? question.answerOptions.length;
  return z.array(z.string()).check(({ value, issues }) => {
    const issue = { input: value, origin: 'array', inclusive: true, continue: true } as const;
    const { length } = value;
    if (length === 0) {
      if (required) issues.push({ code: 'custom', input: value, continue: true, message: missing(question) });
    } else if (length < minimum) {
      issues.push({ ...issue, code: 'too_small', minimum, message: 'TOO_FEW_CHOICES' });
    } else if (length > maximum) {
      issues.push({ ...issue, code: 'too_big', maximum, message: 'TOO_MANY_CHOICES' });
    }
  });
}

function text({ required, validation }: Question) {
  const pattern = patternOf(validation);
  return z.string().check(
    z.refine((value) => value !== '' || !required, 'REQUIRED'),
    z.maxLength(limits.survey.textMax, 'TOO_LONG'),
    z.refine((value) => value === '' || !pattern || pattern.test(value), 'INVALID_FORMAT'),
  );
}

/**
 * The store's pattern, anchored as the store wrote it; one that only the server's dialect knows is
 * left to the server.
 */
function patternOf(validation: string | null): RegExp | null {
  try {
    return validation ? new RegExp(validation, 'u') : null;
  } catch {
    return null;
  }
}
