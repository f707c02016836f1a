import { describe, expect, it } from 'vitest';
import { type Answer, answersOf } from '@/features/survey/answers';
import type { SurveyFragment } from '@/generated/fragments';
import { codeOf } from '@/lib/check';
import { question, surveyOf } from '@/testing/survey';
import { firstValues, newMethod } from './purchaseValues';
import { purchaseSchema } from './schema';

/** The first code of each field that is wrong, as the form shows it. */
async function wrong(survey: SurveyFragment, answers: Record<string, Answer>, paymentMethodId = 'm-1') {
  const values = { ...firstValues(survey, ''), paymentMethodId };
  const { error } = (await purchaseSchema(survey, '202611')).safeParse({
    ...values,
    answers: { ...values.answers, ...answers },
  });
  const codes: Record<string, string> = {};
  for (const issue of error?.issues ?? []) codes[issue.path.join('.')] ??= codeOf(issue);
  return codes;
}

const one = (...[kind, changes]: Parameters<typeof question>) => surveyOf(question(kind, changes));

describe('survey answers', () => {
  it.each([
    ['V-016', one('text'), 'あ'.repeat(300), undefined],
    ['V-016', one('text'), 'あ'.repeat(301), 'TOO_LONG'],
    ['V-016', one('textarea'), 'あ'.repeat(301), 'TOO_LONG'],
    ['V-017', one('text', { validation: '^[0-9]+$' }), '123', undefined],
    ['V-017', one('text', { validation: '^[0-9]+$' }), '12x', 'INVALID_FORMAT'],
    ['V-017', one('textarea', { validation: '[0-9]' }), 'no 1', undefined],
    ['V-017', one('text', { validation: '^[0-9]+$' }), '', undefined],
    ['V-018', one('text', { required: true }), '', 'REQUIRED'],
    ['V-018', one('text', { required: true }), 'あ', undefined],
    ['V-018', one('date', { required: true }), '', 'REQUIRED'],
    ['V-018', one('time', { required: true }), '09:00', undefined],
    ['V-018', one('radio', { required: true }), '', 'INVALID_CHOICE'],
    ['V-018', one('select', { required: true }), '', 'INVALID_CHOICE'],
    ['V-018', one('checkbox', { required: true }), [], 'INVALID_CHOICE'],
    ['V-018', one('radio'), '', undefined],
    ['V-019', one('checkbox', { minCount: 2 }), ['a'], 'TOO_FEW_CHOICES'],
    ['V-019', one('checkbox', { minCount: 2 }), ['a', 'b'], undefined],
    ['V-019', one('checkbox', { minCount: 2 }), [], undefined],
    ['V-020', one('checkbox', { maxCount: 2 }), ['a', 'b', 'c'], 'TOO_MANY_CHOICES'],
    ['V-020', one('checkbox', { maxCount: 2 }), ['a', 'c'], undefined],
  ])('%s V-042: %o answered by %o is %s', async (_row, survey, answer, code) => {
    expect((await wrong(survey, { q0: answer }))['answers.q0']).toBe(code);
  });

  it('a pattern only the server understands is left to it', async () => {
    expect(await wrong(one('text', { validation: '(?i)^abc$' }), { q0: 'xyz' })).toEqual({});
  });

  it('V-042: each question is judged by itself, together with a new card', async () => {
    const survey = surveyOf(
      question('checkbox', { required: true }),
      question('text'),
      question('radio', { required: true }),
    );
    expect(await wrong(survey, {}, newMethod)).toMatchObject({
      'answers.q0': 'INVALID_CHOICE',
      'answers.q2': 'INVALID_CHOICE',
      ccNumber: 'REQUIRED',
    });
  });

  it('are sent by question, and nothing is sent for what was left empty', () => {
    const survey = surveyOf(question('text'), question('checkbox'), question('radio'), question('select'));
    expect(answersOf(survey, { q0: '', q1: ['a', 'c'], q2: '', q3: 'b' })).toEqual([
      { questionId: 'checkbox', values: ['a', 'c'] },
      { questionId: 'select', values: ['b'] },
    ]);
    expect(answersOf(null, {})).toEqual([]);
  });
});

describe('the payment method', () => {
  it('has to be chosen', async () => {
    expect(await wrong(surveyOf(), {}, '')).toEqual({ paymentMethodId: 'NOT_SELECTED' });
  });
  it('asks for a card only when it is a new one', async () => {
    expect(await wrong(surveyOf(), {}, 'm-1')).toEqual({});
    expect((await wrong(surveyOf(), {}, newMethod)).ccNumber).toBe('REQUIRED');
  });
});
