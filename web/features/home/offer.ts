import type { PlanFragment } from '@/generated/fragments';
import type { HomeScreenQuery } from '@/generated/HomeScreen';

type Screen = NonNullable<HomeScreenQuery['screen']>;

/** The plan that the page offers first; `cheapest` of those with its term. */
export type OfferedPlan = { plan: PlanFragment; cheapest: boolean };

/** None where the store names no plan, or one that cannot be ordered now. */
export function offerOf({ headline, plans }: Pick<Screen, 'headline' | 'plans'>): OfferedPlan | null {
  const plan = plans.find(({ planId }) => planId === headline?.planId);
  return plan ? { plan, cheapest: headline?.isCheapest ?? false } : null;
}
