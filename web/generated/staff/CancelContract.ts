// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';
import type { ContractEnd, ErrorCode, ReasonKind } from './enums';

/** What is given to cancelContract. */
export type CancelContractInput = {
  /** Yours for this one decision, such as a UUID: the same key once more is the same decision, for 30 days. */
  key: string;
  /** Why, as the member is told. */
  reasonKind: ReasonKind;
  /** Why, in your words, 5 to 500 characters. It stays inside. */
  reason: string;
  /** Number of the inquiry; the member is shown it. */
  ticket?: string | null | undefined;
  /** The contract. One of subscriptionId and receipt is wanted. */
  subscriptionId?: string | null | undefined;
  /** Or the receipt's number of a cancellation of it. */
  receipt?: string | null | undefined;
  /** When it ends. */
  at?: ContractEnd;
  /** Of the contract as you were shown it: if it was changed since, nothing is done (STALE). Null: it may have changed. */
  version?: string | null | undefined;
};

export type CancelContractMutationVariables = {
  input: CancelContractInput;
};

export type CancelContractMutation = { result: { actId: string | null, isReplay: boolean, userErrors: Array<{ code: ErrorCode, field: string | null, message: string }>, proposal: { proposalId: string } | null } | null };

export const CancelContractDocument = written<CancelContractMutation, CancelContractMutationVariables>(
  'CancelContract',
  "mutation CancelContract($input:CancelContractInput!){result:cancelContract(input:$input){userErrors{code field message}actId isReplay proposal{proposalId}}}",
);
