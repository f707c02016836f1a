// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';
import type { ErrorCode, MemberFactor, ReasonKind } from './enums';

/** What is given to resetFactors. */
export type ResetFactorsInput = {
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
  /** Which. */
  kinds: Array<MemberFactor>;
};

export type ResetFactorsMutationVariables = {
  input: ResetFactorsInput;
};

export type ResetFactorsMutation = { result: { actId: string | null, isReplay: boolean, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }>, proposal: { proposalId: string } | null } | null };

export const ResetFactorsDocument = written<ResetFactorsMutation, ResetFactorsMutationVariables>(
  'ResetFactors',
  "mutation ResetFactors($input:ResetFactorsInput!){result:resetFactors(input:$input){userErrors{code field message}actId isReplay proposal{proposalId}}}",
);
