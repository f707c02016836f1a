// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';
import type { ErrorCode } from './fragments';

/** Input of disableSocial. */
export type DisableSocialInput = {
  /** The provider. */
  userIdentifierType: 'LINE' | 'Google' | 'Yahoo! JAPAN' | 'Facebook';
  /** Not read. */
  userIdentifierMethod?: string | null | undefined;
};

export type DisableSocialMutationVariables = {
  input: DisableSocialInput;
  changed?: boolean | null | undefined;
};

export type DisableSocialMutation = { result: { redirectTo: string | null, externalAccounts?: Array<{ userIdentifierName: string, userIdentifierType: 'LINE' | 'Google' | 'Yahoo! JAPAN' | 'Facebook', userIdentifierMethod: string, isLogin: boolean, isLinked: boolean }> | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const DisableSocialDocument = typed<DisableSocialMutation, DisableSocialMutationVariables>(
  '376176b4733d32eb15c1de0122c1703e9c90b0a5177c4992c99b9d1a07b6b889',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DisableSocial"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"changed"}},"defaultValue":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"disableSocial"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"externalAccounts"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"changed"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userIdentifierName"}},{"kind":"Field","name":{"kind":"Name","value":"userIdentifierType"}},{"kind":"Field","name":{"kind":"Name","value":"userIdentifierMethod"}},{"kind":"Field","name":{"kind":"Name","value":"isLogin"}},{"kind":"Field","name":{"kind":"Name","value":"isLinked"}}]}}]}}]}}]},
);
