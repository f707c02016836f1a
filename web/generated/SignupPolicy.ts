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

/** Input of signupPolicy. */
export type SignupPolicyInput = {
  /** One consent for each current policy. */
  policyConsentData: Array<PolicyConsentInput>;
  /** Where the visitor wants to go as a member. Null: as before. */
  returnTo?: string | null | undefined;
};

export type SignupPolicyMutationVariables = {
  input: SignupPolicyInput;
};

export type SignupPolicyMutation = { result: { redirectTo: string | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const SignupPolicyDocument = typed<SignupPolicyMutation, SignupPolicyMutationVariables>(
  'aaaab478f3430b5b75a0c8538ec432c7e75426da21cb893392701ecb5174fbd0',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SignupPolicy"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"signupPolicy"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]},
);
