// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';
import type { ErrorCode, ReasonKind } from './enums';

/** What is given to checkMember. */
export type CheckMemberInput = {
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
  /** Day of birth, as the caller says it. */
  birthday?: string | null | undefined;
  /** Last four digits of the phone. */
  phoneLast4?: string | null | undefined;
  /** Postal code. */
  postalCode?: string | null | undefined;
  /** Reading of the name. */
  nameKana?: string | null | undefined;
  /** Last four digits of a card that pays. */
  cardSuffix?: string | null | undefined;
  /** Yen of the last payment that was taken. */
  lastPaymentYen?: number | null | undefined;
};

export type CheckMemberMutationVariables = {
  input: CheckMemberInput;
};

export type CheckMemberMutation = { result: { actId: string | null, isReplay: boolean, isProven: boolean, provenUntil: string | null, triesLeft: number, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }>, verdicts: Array<{ claim: string, isRight: boolean }> } | null };

export const CheckMemberDocument = written<CheckMemberMutation, CheckMemberMutationVariables>(
  'CheckMember',
  "mutation CheckMember($input:CheckMemberInput!){result:checkMember(input:$input){userErrors{code field message}actId isReplay verdicts{claim isRight}isProven provenUntil triesLeft}}",
);
