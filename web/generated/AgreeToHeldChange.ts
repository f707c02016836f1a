// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';
import type { ErrorCode } from './fragments';

/** Input of agreeToHeldChange. */
export type AgreeToHeldChangeInput = {
  /** The token of the link. */
  token: string;
};

export type AgreeToHeldChangeMutationVariables = {
  input: AgreeToHeldChangeInput;
};

export type AgreeToHeldChangeMutation = { result: { redirectTo: string | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const AgreeToHeldChangeDocument = typed<AgreeToHeldChangeMutation, AgreeToHeldChangeMutationVariables>(
  '42c3d936be543e1056125eb2a67b6c04b05ae506939cf76049e0f9a2a2ca5c02',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AgreeToHeldChange"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"agreeToHeldChange"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]},
);
