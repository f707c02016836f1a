import type {
  PlanAvailability,
  PlanFragment,
  SalesIndicator,
  SubscriptionFragment,
  SubscriptionStatusGroup,
} from '@/generated/fragments';

/**
 * The words of the contract button and whether it can be pressed, by the server's
 * verdict (S-041–S-046).
 */
export const contractButton = {
  OWNED: { words: 'button.owned', enabled: false },
  CHANGEABLE: { words: 'button.change', enabled: true },
  CONTRACT_LIMITED: { words: 'button.limited', enabled: false },
  AFTER_SALE: { words: 'button.afterSale', enabled: false },
  BEFORE_SALE: { words: 'button.beforeSale', enabled: false },
  SOLD_OUT: { words: 'button.soldOut', enabled: false },
  FREE_TRIAL: { words: 'button.trial', enabled: true },
  AVAILABLE: { words: 'button.contract', enabled: true },
} as const satisfies Record<PlanAvailability, { words: string; enabled: boolean }>;

export type Closed = Exclude<PlanAvailability, 'FREE_TRIAL' | 'AVAILABLE' | 'CHANGEABLE'>;

/** Whether the plan cannot be had now. */
export function isClosed(availability: PlanAvailability): availability is Closed {
  return !contractButton[availability].enabled;
}

type Held = Pick<SubscriptionFragment, 'statusGroup' | 'planChange'>;

/**
 * What the contract button of a plan says to a member with these contracts: purchases and rentals
 * have words of their own, and a change that cannot be made now, or is made already, is not
 * offered.
 */
export function buttonWords(
  plan: Pick<PlanFragment, 'planId' | 'planType' | 'availability'>,
  contracts: readonly Held[] = [],
) {
  const { words, enabled } = contractButton[plan.availability];
  if (plan.availability === 'CHANGEABLE') {
    if (contracts.some(({ planChange }) => planChange?.planId === plan.planId)) return 'button.changing';
    if (contracts.length > 0 && contracts.every(({ statusGroup }) => unchangeable.includes(statusGroup)))
      return 'button.see';
  }
  const kind = kindOf(plan);
  return enabled && kind !== 'subscription' ? (`button.${kind}` as const) : words;
}

/** Of contracts whose plan cannot be changed. */
const unchangeable: readonly SubscriptionStatusGroup[] = ['CANCEL_REQUESTED', 'HOLD'];

/** How many are left, in words (S-047–S-051). */
export const indicatorBadge = {
  SOLD_OUT: { words: 'indicator.soldOut', tone: 'neutral' },
  FEW_LEFT: { words: 'indicator.fewLeft', tone: 'caution' },
  ENOUGH: { words: 'indicator.enough', tone: 'done' },
} as const satisfies Record<SalesIndicator, { words: string; tone: string }>;

/** Status of a contract: label and tone (L-063–L-066). */
export const statusBadge = {
  CONTRACT: { words: 'status.contract', tone: 'done' },
  TRIAL: { words: 'status.trial', tone: 'accent' },
  CANCEL_REQUESTED: { words: 'status.cancelRequested', tone: 'neutral' },
  HOLD: { words: 'status.hold', tone: 'danger' },
} as const satisfies Record<SubscriptionStatusGroup, { words: string; tone: string }>;

export type PlanKind = 'subscription' | 'purchase' | 'rental';

/**
 * The kind of a plan; one we do not know is sold like a purchase, because only subscriptions renew.
 */
export function kindOf({ planType }: Pick<PlanFragment, 'planType'>): PlanKind {
  return planType === 'subscription' || planType === 'rental' ? planType : 'purchase';
}

/** Purchases and rentals are paid once. */
export function isSubscription(plan: Pick<PlanFragment, 'planType'>): boolean {
  return kindOf(plan) === 'subscription';
}

/** Whether the member has one of the plans beside these already, which can be changed to them. */
export function hasOneOf(plans: readonly Recommendable[]): boolean {
  return plans.some(({ availability }) => availability === 'CHANGEABLE');
}

/**
 * Of plans beside each other only the recommended one has a filled button, and none where the
 * member has one of them already.
 */
export function kindAmong(plan: Recommendable, plans: readonly Recommendable[]): 'primary' | 'secondary' {
  if (hasOneOf(plans)) return 'secondary';
  return plan.recommended || !plans.some(({ recommended }) => recommended) ? 'primary' : 'secondary';
}

type Recommendable = Pick<PlanFragment, 'recommended' | 'availability'>;
