import type { Answer, Answers } from '@/features/survey/answers';
import { forgetDraft, isOver, read, type Value, write } from '@/lib/keptDrafts';
import { useRoot } from '@/lib/pageContext';

/**
 * What was answered to a plan's questions, and the code of a campaign, kept in this tab like what
 * is typed into forms until the order is complete: over the way to the bank, and on the way back
 * from the confirm page. It belongs to the member who answered.
 */
export function useKeptAnswers(planId: string) {
  const { authId } = useRoot();
  const name = `purchase.answers.${planId}`;
  const keep = (values: Record<string, Value>) => write(name, { of: authId, at: Date.now(), over: 0, values });
  const kept = (): Record<string, Value> => {
    const draft = read(name);
    return draft && !isOver(draft, authId) ? draft.values : {};
  };
  return {
    /** `toBank`: the form is sent, and only a card's owner has to be asked on the way. */
    keep: (answers: Answers, campaignCode: string, toBank: boolean) =>
      keep({ ...answers, campaignCode, wasSent: toBank }),
    forget: () => forgetDraft(name),
    /** Whether the form was sent when it was seen last; true once. */
    wasSent: (): boolean => {
      const values = kept();
      if (values.wasSent === true) keep({ ...values, wasSent: false });
      return values.wasSent === true;
    },
    recallCode: (): string => {
      const { campaignCode } = kept();
      return typeof campaignCode === 'string' ? campaignCode : '';
    },
    recall: (): Answers => {
      const { campaignCode: _, wasSent: __, ...answers } = kept();
      return Object.fromEntries(
        Object.entries(answers).filter((entry): entry is [string, Answer] => isAnswer(entry[1])),
      );
    },
  };
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
}
