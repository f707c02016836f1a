import type { Answer, Answers } from '@/features/survey/answers';
import { useRoot } from '@/lib/pageContext';

/**
 * What was answered to a plan's questions, and the code of a campaign, kept in this tab until the
 * order is complete: over the way to the bank, and on the way back from the confirm page. It
 * belongs to the member who answered.
 */
export function useKeptAnswers(planId: string) {
  const { authId } = useRoot();
  const key = `purchase.answers.${authId ?? ''}.${planId}`;
  const sent = `${key}.sent`;
  const code = `${key}.code`;
  return {
    /** `toBank`: the form is sent, and only a card's owner has to be asked on the way. */
    keep: (answers: Answers, campaignCode: string, toBank: boolean) =>
      attempt(() => {
        sessionStorage.setItem(key, JSON.stringify(answers));
        sessionStorage.setItem(code, campaignCode);
        if (toBank) sessionStorage.setItem(sent, '1');
        else sessionStorage.removeItem(sent);
      }),
    forget: () =>
      attempt(() => {
        sessionStorage.removeItem(key);
        sessionStorage.removeItem(code);
      }),
    /** Whether the form was sent when it was seen last; true once. */
    wasSent: (): boolean =>
      attempt(() => {
        const was = sessionStorage.getItem(sent) !== null;
        sessionStorage.removeItem(sent);
        return was;
      }) ?? false,
    recallCode: (): string => attempt(() => sessionStorage.getItem(code)) ?? '',
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
