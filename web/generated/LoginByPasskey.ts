// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';
import type { ErrorCode } from './fragments';

/** Input of loginByPasskey. */
export type LoginByPasskeyInput = {
  /** JSON of the AuthenticationResponseJSON that the browser made of the device's answer. */
  credential: string;
  /** Path to go to next; only a path of this origin counts. */
  returnTo?: string | null | undefined;
  /** What the browser knows of its device and the user agent does not tell, such as iPad. */
  deviceHint?: string | null | undefined;
  /** Another app asked for the login. */
  oidc?: boolean | null | undefined;
};

export type LoginByPasskeyMutationVariables = {
  input: LoginByPasskeyInput;
};

export type LoginByPasskeyMutation = { result: { redirectTo: string | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const LoginByPasskeyDocument = typed<LoginByPasskeyMutation, LoginByPasskeyMutationVariables>(
  'f96ab41ce0d639bfba59b9cb0ffa86a12250dc0abc21bd2734d5e98fc430197f',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"LoginByPasskey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"loginByPasskey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]},
);
