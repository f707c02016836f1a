// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';
import type { ErrorCode, ReasonKind, RefundEnds } from './enums';

/** What is given to refund. */
export type RefundInput = {
  /** Yours for this one decision, such as a UUID: the same key once more is the same decision, for 30 days. */
  key: string;
  /** Why, as the member is told. */
  reasonKind: ReasonKind;
  /** Why, in your words, 5 to 500 characters. It stays inside. */
  reason: string;
  /** Number of the inquiry; the member is shown it. */
  ticket?: string | null | undefined;
  /** The charge. One of chargeId, orderId and receipt is wanted. */
  chargeId?: string | null | undefined;
  /** Or what was paid for: the number of an order (C-…), of an invoice (S-…) or of a return invoice (H-…) as mails and pages have it, the id in the address of an invoice, or an order id of the provider's. */
  orderId?: string | null | undefined;
  /** Or the receipt's number of a cancellation: the contract's last payment. */
  receipt?: string | null | undefined;
  /** How much, above 0; null: all that is left. A program that may not read money has to say it. */
  amount?: number | null | undefined;
  /** It is meant, although somebody else asked for the same within ten minutes. */
  evenSo?: boolean;
  /** What ends with it, in the same moment. Anything but NOTHING needs contracts.write, too. */
  ends?: RefundEnds;
  /** Of the charge as you were shown it: if it was changed since, nothing is done (STALE). Null: it may have changed. */
  version?: string | null | undefined;
};

export type RefundMutationVariables = {
  input: RefundInput;
};

export type RefundMutation = { result: { actId: string | null, isReplay: boolean, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }>, proposal: { proposalId: string } | null } | null };

export const RefundDocument = written<RefundMutation, RefundMutationVariables>(
  'Refund',
  "mutation Refund($input:RefundInput!){result:refund(input:$input){userErrors{code field message}actId isReplay proposal{proposalId}}}",
);
