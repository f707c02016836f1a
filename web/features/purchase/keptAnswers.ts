import type { Answer, Answers } from '@/features/survey/answers';
import { useRoot } from '@/lib/pageContext';

/**
 * What was answered to a plan's questions, kept in this tab until the order is complete: over the way to the bank, and on the way
 * back from the confirm page. It belongs to the member who answered.
 */
export function useKeptAnswers(planId: string) {
  const { authId } = useRoot();
  const key = `purchase.answers.${authId ?? ''}.${planId}`;
  return {
    keep: (answers: Answers) => attempt(() => sessionStorage.setItem(key, JSON.stringify(answers))),
    forget: () => attempt(() => sessionStorage.removeItem(key)),
    recall: (): Answers => attempt(() => read(sessionStorage.getItem(key))) ?? {},
  };
}

/** Without storage the answers are simply asked again. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

function read(kept: string | null): Answers {
  const answers: unknown = JSON.parse(kept ?? '{}');
  if (!answers || typeof answers !== 'object') return {};
  return Object.fromEntries(Object.entries(answers).filter((entry): entry is [string, Answer] => isAnswer(entry[1])));
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
}
