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

export type SignupMutationVariables = {
  formData?: SignupFormInput | null | undefined;
  customAssociatedInfo?: Array<CustomValueInput> | null | undefined;
  policyConsentData?: Array<PolicyConsentInput> | null | undefined;
};

export type SignupMutation = { result: { redirectTo: string | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: string, field: string | null, message: string }> } | null };

export const SignupDocument = typed<SignupMutation, SignupMutationVariables>(
  '12a26f6fd654f6d868247f5cd11dcb1192b5ec99e01642ff0e971ae5abc73f02',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Signup"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"formData"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SignupFormInput"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"customAssociatedInfo"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CustomValueInput"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"policyConsentData"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PolicyConsentInput"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"signup"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"formData"},"value":{"kind":"Variable","name":{"kind":"Name","value":"formData"}}},{"kind":"Argument","name":{"kind":"Name","value":"customAssociatedInfo"},"value":{"kind":"Variable","name":{"kind":"Name","value":"customAssociatedInfo"}}},{"kind":"Argument","name":{"kind":"Name","value":"policyConsentData"},"value":{"kind":"Variable","name":{"kind":"Name","value":"policyConsentData"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]},
);
