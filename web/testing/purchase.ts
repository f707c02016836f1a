import type { OrderVerificationFragment, PlanFragment } from '@/generated/fragments';
import type { PurchaseCompleteScreenQuery } from '@/generated/PurchaseCompleteScreen';
import type { PurchaseConfirmScreenQuery } from '@/generated/PurchaseConfirmScreen';
import type { PurchaseFormScreenQuery } from '@/generated/PurchaseFormScreen';
import { cardScripts } from './payment';
import { plan, visa } from './plans';

/** Data of the checkout's pages for tests. */

export type FormScreen = NonNullable<PurchaseFormScreenQuery['screen']>;
export type ConfirmScreen = NonNullable<PurchaseConfirmScreenQuery['screen']>;
export type CompleteScreen = NonNullable<PurchaseCompleteScreenQuery['screen']>;

export const order: OrderVerificationFragment = {
  billingAmount: 1100,
  renewalAmount: 1100,
  firstPaymentDay: '2026-11-21',
  isReContract: false,
  freeTrialDays: 0,
  campaignId: null,
  campaignType: null,
  freeDays: null,
  discountContinuationCount: null,
  subscriptionExpiration: null,
  entitlementExpiration: null,
  regularCharge: null,
  campaignEndDate: null,
  campaignDescription: null,
  campaignName: null,
  schedule: [
    { day: '2026-11-21', amount: 1100, taxAmount: 100, termStart: '2026-11-21', termEnd: '2026-12-20' },
    { day: '2026-12-21', amount: 1100, taxAmount: 100, termStart: '2026-12-21', termEnd: '2027-01-20' },
  ],
  yearlyAmount: 13200,
};

/** An order that begins with free days. */
export const trialOrder: OrderVerificationFragment = {
  ...order,
  billingAmount: 0,
  renewalAmount: 980,
  firstPaymentDay: '2026-12-05',
  freeTrialDays: 14,
  schedule: [{ day: '2026-12-05', amount: 980, taxAmount: 89, termStart: '2026-12-05', termEnd: '2027-01-04' }],
};

/** A rental: paid once, watched until a day. */
export const rental: PlanFragment = { ...plan, planId: 'film', planType: 'rental', planName: '夜行列車', price: 500 };
export const rentalOrder: OrderVerificationFragment = {
  ...order,
  billingAmount: 500,
  renewalAmount: null,
  entitlementExpiration: '2026-11-28',
  schedule: [{ day: '2026-11-21', amount: 500, taxAmount: 45, termStart: '2026-11-21', termEnd: '2026-11-28' }],
};

export const formScreen: FormScreen = {
  redirectTo: null,
  flowError: null,
  plan: { ...plan, survey: null, sample: null },
  verification: order,
  paymentMethods: [visa],
  selectedPaymentMethodId: null,
  joinable: [],
  linked: [],
  ordered: [],
  orderedNext: null,
  awaited: [],
  unusable: [],
  cardScripts,
  failure: null,
  signup: false,
  sibling: null,
  siblingBlockedBy: null,
  beside: null,
  held: null,
  conditions: null,
};

export const confirmScreen: ConfirmScreen = {
  redirectTo: null,
  flowError: null,
  plan,
  verification: order,
  paymentMethod: visa,
  purchaseToken: 'token-1',
  terms: {
    items: [
      { key: 'price', title: '販売価格', text: '毎月1,100円（税込）' },
      { key: 'cancellation', title: '解約の方法と期限', text: 'マイページから' },
    ],
    buttonLabel: '申し込みを確定する（毎月1,100円）',
    language: 'ja',
  },
  cardScripts,
  needsAuthentication: false,
  sibling: null,
  siblingBlockedBy: null,
  beside: null,
  orderAfterTerms: false,
  failure: null,
};

export const completeScreen: CompleteScreen = {
  redirectTo: null,
  flowError: null,
  plan,
  verification: order,
  orderCompletedMessage: null,
  orderId: 'o-1',
  subscriptionId: 's-1',
  isPending: false,
  abandonUrl: null,
};
