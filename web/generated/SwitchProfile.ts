// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';
import type { ErrorCode } from './fragments';

/** Input of switchProfile. */
export type SwitchProfileInput = {
  /** Id of the profile. Null: the main one. */
  profileId?: string | null | undefined;
  /** Four digits, for a profile that needs the PIN. Null: none. */
  pinCode?: string | null | undefined;
};

export type SwitchProfileMutationVariables = {
  input: SwitchProfileInput;
};

export type SwitchProfileMutation = { result: { redirectTo: string | null, profile: { profileId: string | null, profileName: string, isRestricted: boolean, isCurrent: boolean, needsPinCode: boolean } | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const SwitchProfileDocument = typed<SwitchProfileMutation, SwitchProfileMutationVariables>(
  '658bb4f457fd00d7d6bd8921866634663a1da1f3e4cfbafb9116be84c4019130',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SwitchProfile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SwitchProfileInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"switchProfile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"profile"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"profileId"}},{"kind":"Field","name":{"kind":"Name","value":"profileName"}},{"kind":"Field","name":{"kind":"Name","value":"isRestricted"}},{"kind":"Field","name":{"kind":"Name","value":"isCurrent"}},{"kind":"Field","name":{"kind":"Name","value":"needsPinCode"}}]}}]}}]}}]},
);
