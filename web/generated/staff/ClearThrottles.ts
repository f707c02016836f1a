// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';
import type { ErrorCode, MemberLimit, ReasonKind } from './enums';

/** What is given to clearThrottles. */
export type ClearThrottlesInput = {
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
  /** What may be tried again. */
  what: Array<MemberLimit>;
};

export type ClearThrottlesMutationVariables = {
  input: ClearThrottlesInput;
};

export type ClearThrottlesMutation = { result: { actId: string | null, isReplay: boolean, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }> } | null };

export const ClearThrottlesDocument = written<ClearThrottlesMutation, ClearThrottlesMutationVariables>(
  'ClearThrottles',
  "mutation ClearThrottles($input:ClearThrottlesInput!){result:clearThrottles(input:$input){userErrors{code field message}actId isReplay}}",
);
