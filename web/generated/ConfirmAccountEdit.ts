// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';
import type { ErrorCode } from './fragments';

/** What a member tells about themselves. Null or absent: nothing. */
export type ProfileInput = {
  /** Name in one. */
  name?: string | null | undefined;
  /** Its reading in katakana. */
  nameKana?: string | null | undefined;
  /** Family name. */
  familyName?: string | null | undefined;
  /** Given name. */
  givenName?: string | null | undefined;
  /** Reading of the family name in katakana. */
  familyNameKana?: string | null | undefined;
  /** Reading of the given name in katakana. */
  givenNameKana?: string | null | undefined;
  /** Nickname. */
  nickname?: string | null | undefined;
  /** Gender: 1 male, 2 female, 9 other, 0 not told. */
  sex?: number | null | undefined;
  /** Birthday, YYYYMMDD. */
  birthday?: string | null | undefined;
  /** Postal code, seven digits. */
  postalCode?: string | null | undefined;
  /** Number of the prefecture, 1 to 47 (JIS X 0401). */
  prefecture?: number | null | undefined;
  /** City, town and street number. */
  address?: string | null | undefined;
  /** Building and room. */
  address2?: string | null | undefined;
  /** Phone number, digits alone. */
  phoneNumber?: string | null | undefined;
  /** Country, two capital letters (ISO 3166-1). */
  country?: string | null | undefined;
  /** Values of the store's own fields. */
  customAssociatedInfo?: Array<CustomValueInput> | null | undefined;
};

/** Input of confirmAccountEdit. */
export type ConfirmAccountEditInput = {
  /** What was typed. */
  inputtedData: AccountEditDraftInput;
};

/** What was typed. The confirm step sends back what it was given; accountRegistrationSetting and account are accepted and ignored. */
export type AccountEditDraftInput = {
  /** The form. */
  formData: ProfileInput;
  /** Values of the store's own fields. */
  customAssociatedInfoData?: Array<CustomValueInput> | null | undefined;
  /** Of the profile that the form was filled with. Null: whichever is registered now. */
  version?: string | null | undefined;
  /** Not read. */
  accountRegistrationSetting?: unknown;
  /** Not read. */
  account?: unknown;
};

/** A value of a field of the store's own. */
export type CustomValueInput = {
  /** The field. */
  id: string;
  /** The text, or the id of the choice. Null: nothing. */
  value?: string | null | undefined;
};

export type ConfirmAccountEditMutationVariables = {
  input: ConfirmAccountEditInput;
};

export type ConfirmAccountEditMutation = { result: { redirectTo: string | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const ConfirmAccountEditDocument = typed<ConfirmAccountEditMutation, ConfirmAccountEditMutationVariables>(
  'b6caed937e379b05bf119fbf04e640e6d8b9d463191df55e9cea90cd9fda1950',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConfirmAccountEdit"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"confirmAccountEdit"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]},
);
