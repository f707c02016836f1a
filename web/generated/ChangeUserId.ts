// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';
import type { ErrorCode, Factor, PasswordStrength } from './fragments';

/** Input of changeUserId. */
export type ChangeUserIdInput = {
  /** The member's password, which a fresh login does not replace. */
  password: string;
  /** The new user ID. */
  userId: string;
};

export type ChangeUserIdMutationVariables = {
  input: ChangeUserIdInput;
  changed?: boolean | null | undefined;
};

export type ChangeUserIdMutation = { result: { redirectTo: string | null, account?: { authId: string, userId: string | null, contactEmail: string | null, isEmailVerified: boolean, emailVerifiedDate: string | null, isEnabledPassword: boolean, passwordStrength: PasswordStrength | null, passwordUpdatedAt: string | null, isEnabledMultiFactor: boolean, multiFactorType: Array<Factor>, profileImageUrl: string | null, nickname: string | null, displayName: string | null, userIdentifiers: Array<{ userIdentifierType: string }> } | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const ChangeUserIdDocument = typed<ChangeUserIdMutation, ChangeUserIdMutationVariables>(
  '5c23ed5351d57dbeeeb2fc3f95c2d860764a52fd404985d649aa547f5db4b23c',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ChangeUserId"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"changed"}},"defaultValue":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"changeUserId"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"account"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"changed"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"authId"}},{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"contactEmail"}},{"kind":"Field","name":{"kind":"Name","value":"isEmailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerifiedDate"}},{"kind":"Field","name":{"kind":"Name","value":"userIdentifiers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userIdentifierType"}}]}},{"kind":"Field","name":{"kind":"Name","value":"isEnabledPassword"}},{"kind":"Field","name":{"kind":"Name","value":"passwordStrength"}},{"kind":"Field","name":{"kind":"Name","value":"passwordUpdatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"isEnabledMultiFactor"}},{"kind":"Field","name":{"kind":"Name","value":"multiFactorType"}},{"kind":"Field","name":{"kind":"Name","value":"profileImageUrl"}},{"kind":"Field","name":{"kind":"Name","value":"nickname"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}}]}}]}}]},
);
