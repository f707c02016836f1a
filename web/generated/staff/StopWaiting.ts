// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';
import type { ErrorCode, ReasonKind, WaitingMatter } from './enums';

/** What is given to stopWaiting. */
export type StopWaitingInput = {
  /** Yours for this one decision, such as a UUID: the same key once more is the same decision, for 30 days. */
  key: string;
  /** Why, as the member is told. */
  reasonKind: ReasonKind;
  /** Why, in your words, 5 to 500 characters. It stays inside. */
  reason: string;
  /** Number of the inquiry; the member is shown it. */
  ticket?: string | null | undefined;
  /** The member. */
  accountId: string;
  /** What does not take place. INVALID_CHOICE where none of it waits. */
  what: WaitingMatter;
};

export type StopWaitingMutationVariables = {
  input: StopWaitingInput;
};

export type StopWaitingMutation = { result: { actId: string | null, isReplay: boolean, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const StopWaitingDocument = written<StopWaitingMutation, StopWaitingMutationVariables>(
  'StopWaiting',
  "mutation StopWaiting($input:StopWaitingInput!){result:stopWaiting(input:$input){userErrors{code field message}actId isReplay}}",
);
