// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';
import type { ErrorCode } from './fragments';

/** Input of removeProfile. */
export type RemoveProfileInput = {
  /** Id of the profile. */
  profileId: string;
};

export type RemoveProfileMutationVariables = {
  input: RemoveProfileInput;
};

export type RemoveProfileMutation = { result: { redirectTo: string | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const RemoveProfileDocument = typed<RemoveProfileMutation, RemoveProfileMutationVariables>(
  '058fed001e433f9a2b7f2efcd8f8dfb32b780d8cf9fd97b3916fc561c2a95260',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemoveProfile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RemoveProfileInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"removeProfile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]},
);
