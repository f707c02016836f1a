// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';
import type { ErrorCode, Factor } from './fragments';

/** Input of multiFactorLogin. */
export type MultiFactorLoginInput = {
  /** The second factor that is given. */
  type: Factor;
  /** The code, the one-time password, the backup code, or the JSON of the AuthenticationResponseJSON that the browser made of a passkey's answer. */
  value: string;
  /** Ask for this second factor first from now on. */
  isPreferred?: boolean | null | undefined;
  /** Ask this browser for none for a while. */
  rememberDevice?: boolean | null | undefined;
  /** Another app asked for the login. */
  oidc?: boolean | null | undefined;
};

export type MultiFactorLoginMutationVariables = {
  input: MultiFactorLoginInput;
};

export type MultiFactorLoginMutation = { result: { redirectTo: string | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const MultiFactorLoginDocument = typed<MultiFactorLoginMutation, MultiFactorLoginMutationVariables>(
  '509179f3f723f36ef375bea5f3c2835c4f80445a266d90dd93757c0bdf01094c',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MultiFactorLogin"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"multiFactorLogin"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]},
);
