// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';
import type { CodePurpose, ErrorCode } from './fragments';

/** The consent to one wording of a policy. */
export type PolicyConsentInput = {
  /** The policy. */
  policyId: string;
  /** The wording that was shown. */
  revision: number;
  /** As the policy has it. */
  key: string;
};

/** Input of signupEmail. */
export type SignupEmailInput = {
  /** Always signUp. */
  type: CodePurpose;
  /** The address. */
  email: string;
  /** Consents, where they were given on the same page. */
  policyConsentData?: Array<PolicyConsentInput> | null | undefined;
  /** Where the visitor wants to go as a member. Null: as before. */
  returnTo?: string | null | undefined;
};

export type SignupEmailMutationVariables = {
  input: SignupEmailInput;
};

export type SignupEmailMutation = { result: { redirectTo: string | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const SignupEmailDocument = typed<SignupEmailMutation, SignupEmailMutationVariables>(
  'e29bf971168fcb94f06a3e999aefe9c565027e77e109c27e59cb977e9a577cde',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SignupEmail"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"signupEmail"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]},
);
