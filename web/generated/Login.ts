// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';

export type LoginInput = {
  emailUserId: string;
  password?: string | null | undefined;
  authCode?: string | null | undefined;
  /** Password or AuthCode */
  loginMethod: string;
  /** Of the bot check, when the store uses one. */
  token?: string | null | undefined;
  /** Path to go to afterwards; only a path of this origin counts. */
  returnTo?: string | null | undefined;
  /** What the browser knows of its device and the user agent does not tell, such as iPad. */
  deviceHint?: string | null | undefined;
  /** In the identity-provider flow. */
  oidc?: boolean | null | undefined;
};

export type LoginMutationVariables = {
  input: LoginInput;
};

export type LoginMutation = { result: { redirectTo: string | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: string, field: string | null, message: string }> } | null };

export const LoginDocument = typed<LoginMutation, LoginMutationVariables>(
  '945be1a33a0cca955965e6f21aa62e851d8cfd325438269559b9ded584ab345d',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Login"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LoginInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"login"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]},
);
