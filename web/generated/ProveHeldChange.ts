// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';
import type { ErrorCode } from './fragments';

/** Input of proveHeldChange. */
export type ProveHeldChangeInput = {
  /** The code. */
  pinCode: string;
  /** The token of the link. */
  token: string;
};

export type ProveHeldChangeMutationVariables = {
  input: ProveHeldChangeInput;
};

export type ProveHeldChangeMutation = { result: { redirectTo: string | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const ProveHeldChangeDocument = typed<ProveHeldChangeMutation, ProveHeldChangeMutationVariables>(
  '936c22df3a2c341af6603e96e8cbe74532ed1231156fa36e01b03e1b2f768852',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ProveHeldChange"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"proveHeldChange"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]},
);
