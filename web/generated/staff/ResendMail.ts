// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';
import type { ErrorCode, ReasonKind, ResentMail } from './enums';

/** What is given to resendMail. */
export type ResendMailInput = {
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
  /** Which mail. */
  kind: ResentMail;
  /** What it is about: an order, a contract that was cancelled, or a refund of the member; nothing for VERIFY. */
  subjectId?: string | null | undefined;
};

export type ResendMailMutationVariables = {
  input: ResendMailInput;
};

export type ResendMailMutation = { result: { actId: string | null, isReplay: boolean, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const ResendMailDocument = written<ResendMailMutation, ResendMailMutationVariables>(
  'ResendMail',
  "mutation ResendMail($input:ResendMailInput!){result:resendMail(input:$input){userErrors{code field message}actId isReplay}}",
);
