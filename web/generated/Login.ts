// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';
import type { ErrorCode, LoginMethod } from './fragments';

/** Input of login. */
export type LoginInput = {
  /** Address or user ID. */
  emailUserId: string;
  /** The password, with loginMethod Password. */
  password?: string | null | undefined;
  /** The mailed code, with loginMethod AuthCode. */
  authCode?: string | null | undefined;
  /** How the member proves it. */
  loginMethod: LoginMethod;
  /** Token of the bot check, when the store uses one. */
  token?: string | null | undefined;
  /** Path to go to next; only a path of this origin counts. */
  returnTo?: string | null | undefined;
  /** What the browser knows of its device and the user agent does not tell, such as iPad. */
  deviceHint?: string | null | undefined;
  /** Another app asked for the login. */
  oidc?: boolean | null | undefined;
};

export type LoginMutationVariables = {
  input: LoginInput;
};

export type LoginMutation = { result: { redirectTo: string | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const LoginDocument = typed<LoginMutation, LoginMutationVariables>(
  '2b9c66ad636be9952a9393beefe29a290c1b059779511efc088abd12d374a776',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Login"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"login"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]},
);
