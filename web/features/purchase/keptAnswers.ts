import type { PurchaseValues } from './schema';

type Answers = PurchaseValues['answers'];

const keyOf = (planId: string) => `purchase.answers.${planId}`;

/** Keeps what was answered while the browser is at the bank. Only this tab sees it. */
export function keepAnswers(planId: string, answers: Answers): void {
  try {
    sessionStorage.setItem(keyOf(planId), JSON.stringify(answers));
  } catch {
    // Storage is off: the answers are asked again.
  }
}

/** What was kept for the plan, or nothing. */
export function keptAnswers(planId: string): Answers {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(planId)) ?? '{}');
    return kept && typeof kept === 'object' ? (kept as Answers) : {};
  } catch {
    return {};
  }
}

export function forgetAnswers(planId: string): void {
  try {
    sessionStorage.removeItem(keyOf(planId));
  } catch {
    // Nothing was kept.
  }
}
