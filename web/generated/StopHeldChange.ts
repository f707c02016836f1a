// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';
import type { ErrorCode } from './fragments';

/** Input of stopHeldChange. */
export type StopHeldChangeInput = {
  /** The token of the link. */
  token: string;
};

export type StopHeldChangeMutationVariables = {
  input: StopHeldChangeInput;
};

export type StopHeldChangeMutation = { result: { redirectTo: string | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const StopHeldChangeDocument = typed<StopHeldChangeMutation, StopHeldChangeMutationVariables>(
  '3a8b3860586f7a50c74209378c17818320fc9297a7c2e94c78b4b8ba96a48e5e',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StopHeldChange"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"stopHeldChange"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]},
);
