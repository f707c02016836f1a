// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';
import type { ErrorCode, ReasonKind } from './enums';

/** What is given to resumeRetries. */
export type ResumeRetriesInput = {
  /** Yours for this one decision, such as a UUID: the same key once more is the same decision, for 30 days. */
  key: string;
  /** Why, as the member is told. */
  reasonKind: ReasonKind;
  /** Why, in your words, 5 to 500 characters. It stays inside. */
  reason: string;
  /** Number of the inquiry; the member is shown it. */
  ticket?: string | null | undefined;
  /** The contract. */
  subscriptionId: string;
  /** Of the contract as you were shown it: if it was changed since, nothing is done (STALE). Null: it may have changed. */
  version?: string | null | undefined;
};

export type ResumeRetriesMutationVariables = {
  input: ResumeRetriesInput;
};

export type ResumeRetriesMutation = { result: { actId: string | null, isReplay: boolean, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }>, proposal: { proposalId: string } | null } | null };

export const ResumeRetriesDocument = written<ResumeRetriesMutation, ResumeRetriesMutationVariables>(
  'ResumeRetries',
  "mutation ResumeRetries($input:ResumeRetriesInput!){result:resumeRetries(input:$input){userErrors{code field message}actId isReplay proposal{proposalId}}}",
);
