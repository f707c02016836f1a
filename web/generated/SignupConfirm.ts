// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';

export type PolicyConsentInput = {
  policyId: string;
  revision: number;
  key: string;
};

export type CustomValueInput = {
  id: string;
  value?: string | null | undefined;
};

export type SignupFormInput = {
  email?: string | null | undefined;
  socialEmail?: string | null | undefined;
  pinCode?: string | null | undefined;
  userId?: string | null | undefined;
  password?: string | null | undefined;
  passwordConfirm?: string | null | undefined;
  name?: string | null | undefined;
  nameKana?: string | null | undefined;
  familyName?: string | null | undefined;
  givenName?: string | null | undefined;
  familyNameKana?: string | null | undefined;
  givenNameKana?: string | null | undefined;
  nickname?: string | null | undefined;
  sex?: number | null | undefined;
  birthday?: string | null | undefined;
  postalCode?: string | null | undefined;
  prefecture?: number | null | undefined;
  address?: string | null | undefined;
  address2?: string | null | undefined;
  phoneNumber?: string | null | undefined;
};

/** The confirm step sends back what it was given; policies and accountRegistrationSetting are accepted and ignored. */
export type SignupInput = {
  formData: SignupFormInput;
  customAssociatedInfoData?: Array<CustomValueInput> | null | undefined;
  policyConsentData?: Array<PolicyConsentInput> | null | undefined;
  policies?: unknown;
  accountRegistrationSetting?: unknown;
};

export type SignupConfirmMutationVariables = {
  inputtedData: SignupInput;
};

export type SignupConfirmMutation = { result: { redirectTo: string | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: string, field: string | null, message: string }> } | null };

export const SignupConfirmDocument = typed<SignupConfirmMutation, SignupConfirmMutationVariables>(
  '7d3bc3014c67a118d40297cc4b4525e10044a61c5e3c29c8ff00f2d12c4991c8',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SignupConfirm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"inputtedData"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SignupInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"signupConfirm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"inputtedData"},"value":{"kind":"Variable","name":{"kind":"Name","value":"inputtedData"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]},
);
