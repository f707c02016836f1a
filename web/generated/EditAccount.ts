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

/** Input of editAccount. */
export type EditAccountInput = {
  /** The form. Null: as the confirm step kept it. */
  optionalInfo?: ProfileInput | null | undefined;
};

/** A value of a field of the store's own. */
export type CustomValueInput = {
  /** The field. */
  id: string;
  /** The text, or the id of the choice. Null: nothing. */
  value?: string | null | undefined;
};

export type EditAccountMutationVariables = {
  input: EditAccountInput;
  changed?: boolean | null | undefined;
};

export type EditAccountMutation = { result: { redirectTo: string | null, account?: { displayName: string | null, authId: string, name: string | null, nameKana: string | null, familyName: string | null, givenName: string | null, familyNameKana: string | null, givenNameKana: string | null, nickname: string | null, sex: number | null, birthday: string | null, postalCode: string | null, prefecture: number | null, address: string | null, address2: string | null, phoneNumber: string | null, country: string | null, customAssociatedInfo: Array<{ id: string, value: string }> } | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const EditAccountDocument = typed<EditAccountMutation, EditAccountMutationVariables>(
  '848463b3d9d067b18571611bd0c06a70c3858665dc89600dc518b1508dc3f000',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EditAccount"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"changed"}},"defaultValue":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"editAccount"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"account"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"changed"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"authId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"nameKana"}},{"kind":"Field","name":{"kind":"Name","value":"familyName"}},{"kind":"Field","name":{"kind":"Name","value":"givenName"}},{"kind":"Field","name":{"kind":"Name","value":"familyNameKana"}},{"kind":"Field","name":{"kind":"Name","value":"givenNameKana"}},{"kind":"Field","name":{"kind":"Name","value":"nickname"}},{"kind":"Field","name":{"kind":"Name","value":"sex"}},{"kind":"Field","name":{"kind":"Name","value":"birthday"}},{"kind":"Field","name":{"kind":"Name","value":"postalCode"}},{"kind":"Field","name":{"kind":"Name","value":"prefecture"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"address2"}},{"kind":"Field","name":{"kind":"Name","value":"phoneNumber"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"customAssociatedInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}}]}}]}}]},
);
