// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';
import type { CampaignType, ErrorCode } from './fragments';

/** Input of purchaseVerify. */
export type PurchaseVerifyInput = {
  /** The plan. */
  planId: string;
  /** A registered id, new, or CampaignCode. */
  paymentMethodId?: string | null | undefined;
  /** Code of a campaign, as typed. */
  campaignCode?: string | null | undefined;
};

export type PurchaseVerifyMutationVariables = {
  input: PurchaseVerifyInput;
};

export type PurchaseVerifyMutation = { result: { redirectTo: string | null, verification: { billingAmount: number, renewalAmount: number | null, firstPaymentDay: string, isReContract: boolean, freeTrialDays: number, campaignId: string | null, campaignType: CampaignType | null, freeDays: number | null, discountContinuationCount: number | null, subscriptionExpiration: string | null, entitlementExpiration: string | null, campaignEndDate: string | null, campaignDescription: string | null, campaignName: string | null, yearlyAmount: number | null, regularCharge: { day: string, amount: number, taxAmount: number, termStart: string, termEnd: string } | null, schedule: Array<{ day: string, amount: number, taxAmount: number, termStart: string, termEnd: string }> } | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const PurchaseVerifyDocument = typed<PurchaseVerifyMutation, PurchaseVerifyMutationVariables>(
  '54e339a699aff88312203ff90471e0f51d1bce21f5470614ddc747e8c767b454',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PurchaseVerify"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"purchaseVerify"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"verification"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"billingAmount"}},{"kind":"Field","name":{"kind":"Name","value":"renewalAmount"}},{"kind":"Field","name":{"kind":"Name","value":"firstPaymentDay"}},{"kind":"Field","name":{"kind":"Name","value":"isReContract"}},{"kind":"Field","name":{"kind":"Name","value":"freeTrialDays"}},{"kind":"Field","name":{"kind":"Name","value":"campaignId"}},{"kind":"Field","name":{"kind":"Name","value":"campaignType"}},{"kind":"Field","name":{"kind":"Name","value":"freeDays"}},{"kind":"Field","name":{"kind":"Name","value":"discountContinuationCount"}},{"kind":"Field","name":{"kind":"Name","value":"subscriptionExpiration"}},{"kind":"Field","name":{"kind":"Name","value":"entitlementExpiration"}},{"kind":"Field","name":{"kind":"Name","value":"regularCharge"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"taxAmount"}},{"kind":"Field","name":{"kind":"Name","value":"termStart"}},{"kind":"Field","name":{"kind":"Name","value":"termEnd"}}]}},{"kind":"Field","name":{"kind":"Name","value":"campaignEndDate"}},{"kind":"Field","name":{"kind":"Name","value":"campaignDescription"}},{"kind":"Field","name":{"kind":"Name","value":"campaignName"}},{"kind":"Field","name":{"kind":"Name","value":"schedule"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"taxAmount"}},{"kind":"Field","name":{"kind":"Name","value":"termStart"}},{"kind":"Field","name":{"kind":"Name","value":"termEnd"}}]}},{"kind":"Field","name":{"kind":"Name","value":"yearlyAmount"}}]}}]}}]}}]},
);
