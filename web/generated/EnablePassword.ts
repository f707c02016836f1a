// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';
import type { ErrorCode, Factor, PasswordStrength } from './fragments';

/** Input of enablePassword. */
export type EnablePasswordInput = {
  /** The mailed code. */
  pinCode: string;
  /** The password. */
  password: string;
  /** The same again. */
  passwordConfirm: string;
};

export type EnablePasswordMutationVariables = {
  input: EnablePasswordInput;
  changed?: boolean | null | undefined;
};

export type EnablePasswordMutation = { result: { redirectTo: string | null, account?: { authId: string, userId: string | null, contactEmail: string | null, isEmailVerified: boolean, emailVerifiedDate: string | null, isEnabledPassword: boolean, passwordStrength: PasswordStrength | null, passwordUpdatedAt: string | null, isEnabledMultiFactor: boolean, multiFactorType: Array<Factor>, profileImageUrl: string | null, nickname: string | null, displayName: string | null, userIdentifiers: Array<{ userIdentifierType: string }> } | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const EnablePasswordDocument = typed<EnablePasswordMutation, EnablePasswordMutationVariables>(
  '56ef04e3f4ceb72c7fed238b2df3beab7328fd1b1d0791342c9614bb243f19bf',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EnablePassword"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"changed"}},"defaultValue":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"enablePassword"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"account"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"changed"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"authId"}},{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"contactEmail"}},{"kind":"Field","name":{"kind":"Name","value":"isEmailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerifiedDate"}},{"kind":"Field","name":{"kind":"Name","value":"userIdentifiers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userIdentifierType"}}]}},{"kind":"Field","name":{"kind":"Name","value":"isEnabledPassword"}},{"kind":"Field","name":{"kind":"Name","value":"passwordStrength"}},{"kind":"Field","name":{"kind":"Name","value":"passwordUpdatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"isEnabledMultiFactor"}},{"kind":"Field","name":{"kind":"Name","value":"multiFactorType"}},{"kind":"Field","name":{"kind":"Name","value":"profileImageUrl"}},{"kind":"Field","name":{"kind":"Name","value":"nickname"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}}]}}]}}]},
);
