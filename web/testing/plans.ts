import type { PaymentMethodFragment, PlanFragment, SubscriptionFragment } from '@/generated/fragments';

/** Plans and contracts for tests. */

export const plan: PlanFragment = {
  planId: 'standard',
  planType: 'subscription',
  planName: '見放題スタンダード',
  planDescription: '<p>すべて<b>見放題</b>。</p>',
  planDescriptionText: 'すべて見放題。',
  service: '同時に2台まで視聴できます。',
  features: [],
  recommended: false,
  image: null,
  watchUrl: null,
  price: 1100,
  taxRate: 10,
  renewSpan: 1,
  renewSpanUnit: 'months',
  freeTrialDays: 0,
  viewingDays: 0,
  salesStartDate: null,
  salesEndDate: null,
  salesCount: 0,
  salesLimit: null,
  forceStopRenewDate: null,
  hasAvailableCampaign: false,
  isSubscriptionContractLimited: false,
  availability: 'AVAILABLE',
  salesIndicator: null,
};

export const visa: PaymentMethodFragment = {
  accountPaymentMethodId: 'm-visa',
  paymentMethodType: 'SbpsCredit',
  sbpsCreditInfo: { cardbrandCode: 'V', cardNumberSuffix: '1111', expireDate: '203012', isExpired: false },
  shown: null,
  isContractUsed: false,
};

export const expired: PaymentMethodFragment = {
  accountPaymentMethodId: 'm-old',
  paymentMethodType: 'SbpsCredit',
  sbpsCreditInfo: { cardbrandCode: 'J', cardNumberSuffix: '0505', expireDate: '202001', isExpired: true },
  shown: null,
  isContractUsed: false,
};

export const contract: SubscriptionFragment = {
  subscriptionId: 's-1',
  subscriptionStatus: 'ONGOING_CONTRACT',
  statusGroup: 'CONTRACT',
  planId: 'standard',
  planName: '見放題スタンダード',
  planDescription: '<p>すべて<b>見放題</b>。</p>',
  planDescriptionText: 'すべて見放題。',
  image: null,
  watchUrl: null,
  renewSpan: 1,
  renewSpanUnit: 'months',
  originalPrice: 1100,
  billingAmount: 1100,
  planChange: null,
  planChangeUndoDay: null,
  firstPaymentDay: '2026-01-05',
  nextSettlementDay: '2026-12-05',
  endDay: null,
  trialEndDay: null,
  forceStopRenewDate: null,
  campaign: null,
  campaignApplicablePeriod: null,
  accountPaymentMethod: visa,
  isRenewalInProgress: false,
  isRenewing: false,
  isWithdraw: true,
};

/** One that ends with its term. */
export const ending: SubscriptionFragment = {
  ...contract,
  subscriptionStatus: 'CANCEL_REQUEST',
  statusGroup: 'CANCEL_REQUESTED',
  endDay: '2026-12-04',
  isWithdraw: false,
};

/** One that is still free. */
export const trial: SubscriptionFragment = {
  ...contract,
  subscriptionStatus: 'NEW_TRIAL_CONTRACT',
  statusGroup: 'TRIAL',
  trialEndDay: '2026-12-04',
};

/** One whose renewal was refused. */
export const held: SubscriptionFragment = { ...contract, subscriptionStatus: 'HOLD', statusGroup: 'HOLD' };
