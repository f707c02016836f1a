// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';

export type MemberMoneyScreenQueryVariables = {
  accountId: string;
};

export type MemberMoneyScreenQuery = { bills: { nodes: Array<{ billId: string, planName: string, startDay: string | null, endDay: string | null, amount: number, dueDay: string, state: string, attempts: number, nextAttemptAt: string | null, paidAt: string | null, refunded: number }>, pageInfo: { hasNextPage: boolean } } | null, charges: { nodes: Array<{ chargeId: string, planName: string, state: string, provider: string, providerOrderId: string, amount: number, left: number, cardBrand: string, cardSuffix: string, errorCode: string, settledAt: string | null, createdAt: string }>, pageInfo: { hasNextPage: boolean } } | null, refunds: { nodes: Array<{ refundId: string, chargeId: string, amount: number, state: string, askedBy: string, errorCode: string, doneAt: string | null, createdAt: string }>, pageInfo: { hasNextPage: boolean } } | null };

export const MemberMoneyScreenDocument = written<MemberMoneyScreenQuery, MemberMoneyScreenQueryVariables>(
  'MemberMoneyScreen',
  "query MemberMoneyScreen($accountId:ID!){bills(filter:{accountId:$accountId}first:20){nodes{billId planName startDay endDay amount dueDay state attempts nextAttemptAt paidAt refunded}pageInfo{hasNextPage}}charges(filter:{accountId:$accountId}first:20){nodes{chargeId planName state provider providerOrderId amount left cardBrand cardSuffix errorCode settledAt createdAt}pageInfo{hasNextPage}}refunds(filter:{accountId:$accountId}first:20){nodes{refundId chargeId amount state askedBy errorCode doneAt createdAt}pageInfo{hasNextPage}}}",
);
