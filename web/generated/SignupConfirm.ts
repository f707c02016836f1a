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

/** Input of signupConfirm. */
export type SignupConfirmInput = {
  /** What was typed, and what the page was given. */
  inputtedData: SignupDraftInput;
  /** Where the visitor wants to go as a member. Null: as before. */
  returnTo?: string | null | undefined;
};

/** What was typed. The confirm step sends back what it was given; policies and accountRegistrationSetting are accepted and ignored. */
export type SignupDraftInput = {
  /** The form. */
  formData: SignupFormInput;
  /** Values of the store's own fields. */
  customAssociatedInfoData?: Array<CustomValueInput> | null | undefined;
  /** Consents, where they are given with the form. */
  policyConsentData?: Array<PolicyConsentInput> | null | undefined;
  /** Not read. */
  policies?: unknown;
  /** Not read. */
  accountRegistrationSetting?: unknown;
};

export type SignupConfirmMutationVariables = {
  input: SignupConfirmInput;
};

export type SignupConfirmMutation = { result: { redirectTo: string | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const SignupConfirmDocument = typed<SignupConfirmMutation, SignupConfirmMutationVariables>(
  'f681ea36afca4c037c6b723ff3e8a78ce71cdaf958c16332a4933886196b0807',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SignupConfirm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"signupConfirm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]},
);
