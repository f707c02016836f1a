import type { PlanAvailability, PlanFragment, SalesIndicator, SubscriptionStatusGroup } from '@/generated/fragments';
import type { BadgeTone } from '@/ui/Badge';

/** The words of the contract button and whether it can be pressed, by the server's verdict (S-041–S-046). */
export const contractButton: Record<PlanAvailability, { key: string; enabled: boolean }> = {
  CONTRACT_LIMITED: { key: 'button.disabled', enabled: false },
  AFTER_SALE: { key: 'button.afterSale', enabled: false },
  BEFORE_SALE: { key: 'button.beforeSale', enabled: false },
  SOLD_OUT: { key: 'button.disabled', enabled: false },
  FREE_TRIAL: { key: 'button.trial', enabled: true },
  AVAILABLE: { key: 'button.contract', enabled: true },
};

/** How many are left, in words (S-047–S-051). */
export const indicatorBadge: Record<SalesIndicator, { key: string; tone: BadgeTone }> = {
  SOLD_OUT: { key: 'indicator.soldOut', tone: 'neutral' },
  FEW_LEFT: { key: 'indicator.fewLeft', tone: 'caution' },
  ENOUGH: { key: 'indicator.enough', tone: 'done' },
};

/** Status of a contract: label and tone (L-063–L-066). */
export const statusBadge: Record<SubscriptionStatusGroup, { key: string; tone: BadgeTone }> = {
  CONTRACT: { key: 'status.contract', tone: 'done' },
  TRIAL: { key: 'status.trial', tone: 'accent' },
  CANCEL_REQUESTED: { key: 'status.cancelRequested', tone: 'neutral' },
  HOLD: { key: 'status.hold', tone: 'danger' },
};

/** Purchases and rentals are paid once. */
export function isSubscription(plan: Pick<PlanFragment, 'planType'>): boolean {
  return plan.planType === 'subscription';
}
