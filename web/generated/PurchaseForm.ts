// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';
import type { ErrorCode } from './fragments';

/** The answer to one question. */
export type SurveyAnswerInput = {
  /** The question. */
  questionId: string;
  /** One value, or several for checkboxes; of choices their ids. */
  values: Array<string>;
};

/** Input of purchaseForm. */
export type PurchaseFormInput = {
  /** The plan. */
  planId: string;
  /** The plan the form says it is of; another one than planId: UNEXPECTED_OPERATION. Empty: PLAN_NOT_SELECTED. Null: the same. */
  planIdOnForm?: string | null | undefined;
  /** A registered id, new, CampaignCode, or one of ordered. */
  paymentMethodId?: string | null | undefined;
  /** Code of a campaign, as typed. */
  campaignCode?: string | null | undefined;
  /** Answers to the plan's survey. */
  answers?: Array<SurveyAnswerInput> | null | undefined;
  /** Begun right after sign-up. */
  signup?: boolean | null | undefined;
};

export type PurchaseFormMutationVariables = {
  input: PurchaseFormInput;
};

export type PurchaseFormMutation = { result: { purchaseToken: string | null, redirectTo: string | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const PurchaseFormDocument = typed<PurchaseFormMutation, PurchaseFormMutationVariables>(
  '9d85f6a5ea2dceee1f44e576e2e8a31f3d218ac5aada826e5791928047ded17f',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PurchaseForm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"purchaseForm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"purchaseToken"}}]}}]}}]},
);
