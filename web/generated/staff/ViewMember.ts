// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';
import type { ErrorCode, ReasonKind } from './enums';

/** What is given to viewMember. */
export type ViewMemberInput = {
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
};

export type ViewMemberMutationVariables = {
  input: ViewMemberInput;
};

export type ViewMemberMutation = { result: { actId: string | null, isReplay: boolean, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const ViewMemberDocument = written<ViewMemberMutation, ViewMemberMutationVariables>(
  'ViewMember',
  "mutation ViewMember($input:ViewMemberInput!){result:viewMember(input:$input){userErrors{code field message}actId isReplay}}",
);
