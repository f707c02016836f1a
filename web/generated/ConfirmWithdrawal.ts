// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';
import type { ErrorCode } from './fragments';

/** The answer to one question. */
export type SurveyAnswerInput = {
  /** The question. */
  questionId: string;
  /** One value, or several for checkboxes; of choices their ids. */
  values: Array<string>;
};

/** Input of confirmWithdrawal. */
export type ConfirmWithdrawalInput = {
  /** The member agrees to what leaving means. */
  consent?: boolean | null | undefined;
  /** Answers to the store's survey. */
  answers?: Array<SurveyAnswerInput> | null | undefined;
};

export type ConfirmWithdrawalMutationVariables = {
  input: ConfirmWithdrawalInput;
};

export type ConfirmWithdrawalMutation = { result: { redirectTo: string | null, flowError: { redirectTo: string, message: string } | null, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const ConfirmWithdrawalDocument = typed<ConfirmWithdrawalMutation, ConfirmWithdrawalMutationVariables>(
  '6511c48170dfeb07e08dfa31e8d2bf5c877dcd4b55c707fef27075f4c5c9205b',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConfirmWithdrawal"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"confirmWithdrawal"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"flowError"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redirectTo"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]},
);
