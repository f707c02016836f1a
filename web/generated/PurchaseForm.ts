// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';

/** The answer to one question: one value, or several for checkboxes (option ids). */
export type SurveyAnswerInput = {
  questionId: string;
  values: Array<string>;
};

export type PurchaseFormInput = {
  planId?: string | null | undefined;
  /** A registered id, 'new', or 'CampaignCode'. */
  paymentMethodId?: string | null | undefined;
  campaignCode?: string | null | undefined;
  answers?: Array<SurveyAnswerInput> | null | undefined;
  /** Begun right after sign-up. */
  signup?: boolean | null | undefined;
};

export type PurchaseFormMutationVariables = {
  planId: string;
  input: PurchaseFormInput;
};

export type PurchaseFormMutation = { result: { redirectTo: string | null, purchaseToken: string | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: string, field: string | null, message: string }> } | null };

export const PurchaseFormDocument = typed<PurchaseFormMutation, PurchaseFormMutationVariables>(
  'b84fd499c9417e875926368835a795ad8c873528f4c1f5b3250a0645d2d96345',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PurchaseForm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"planId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PurchaseFormInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"purchaseForm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"planId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"planId"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"purchaseToken"}}]}}]}}]},
);
