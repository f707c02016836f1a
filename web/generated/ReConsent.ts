// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';
import type { ErrorCode } from './fragments';

/** The consent to one wording of a policy. */
export type PolicyConsentInput = {
  /** The policy. */
  policyId: string;
  /** The wording that was shown. */
  revision: number;
  /** As the policy has it. */
  key: string;
};

/** Input of reConsent. */
export type ReConsentInput = {
  /** One for each policy of the page, in the revision that was shown. */
  policyConsentData: Array<PolicyConsentInput>;
  /** Path to go to next; only a path of this origin counts. */
  returnTo?: string | null | undefined;
};

export type ReConsentMutationVariables = {
  input: ReConsentInput;
};

export type ReConsentMutation = { result: { redirectTo: string | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const ReConsentDocument = typed<ReConsentMutation, ReConsentMutationVariables>(
  '93257c577382c8acb8d9189a50e1ec9c52aff8c396c57ddd78e977e76af2f269',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReConsent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"reConsent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]},
);
