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

/** A value of a field of the store's own. */
export type CustomValueInput = {
  /** The field. */
  id: string;
  /** The text, or the id of the choice. Null: nothing. */
  value?: string | null | undefined;
};

/** The sign-up form. Null or absent: nothing was typed. */
export type SignupFormInput = {
  /** Address; one that was changed on the form needs pinCode. */
  email?: string | null | undefined;
  /** Address of the external account. */
  socialEmail?: string | null | undefined;
  /** The code that came to a changed address. */
  pinCode?: string | null | undefined;
  /** User ID. */
  userId?: string | null | undefined;
  /** Password. */
  password?: string | null | undefined;
  /** The same again. */
  passwordConfirm?: string | null | undefined;
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
  /** Gender, as SignupFormData has it. */
  sex?: number | null | undefined;
  /** Birthday, YYYYMMDD. */
  birthday?: string | null | undefined;
  /** Postal code, seven digits. */
  postalCode?: string | null | undefined;
  /** Number of the prefecture, 1 to 47. */
  prefecture?: number | null | undefined;
  /** City, town and street number. */
  address?: string | null | undefined;
  /** Building and room. */
  address2?: string | null | undefined;
  /** Phone number. */
  phoneNumber?: string | null | undefined;
};

/** Input of signup. */
export type SignupInput = {
  /** The form. Null: as the confirm step kept it. */
  formData?: SignupFormInput | null | undefined;
  /** Values of the store's own fields. */
  customAssociatedInfo?: Array<CustomValueInput> | null | undefined;
  /** Consents, where they are given with the form. */
  policyConsentData?: Array<PolicyConsentInput> | null | undefined;
  /** Where the visitor wants to go as a member. Null: as before. */
  returnTo?: string | null | undefined;
};

export type SignupMutationVariables = {
  input: SignupInput;
};

export type SignupMutation = { result: { redirectTo: string | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const SignupDocument = typed<SignupMutation, SignupMutationVariables>(
  'b36c06076de87a0b63ed117f27e64b23d5767830d06676d2b4add142d58de9ee',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Signup"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"signup"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]},
);
