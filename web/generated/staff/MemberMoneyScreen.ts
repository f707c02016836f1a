// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';

export type MemberMoneyScreenQueryVariables = {
  accountId: string;
};

export type MemberMoneyScreenQuery = { member: { orders: { nodes: Array<{ orderId: string, number: string, planId: string, planName: string, state: string, amount: number, completedAt: string | null }> }, bills: { nodes: Array<{ billId: string, number: string, version: string, subscriptionId: string | null, planName: string, startDay: string | null, endDay: string | null, amount: number, dueDay: string, state: string, attempts: number, nextAttemptAt: string | null, paidAt: string | null, refunded: number, charges: Array<{ chargeId: string, version: string, planName: string, state: string, provider: string, providerOrderId: string, amount: number, left: number, cardBrand: string, cardSuffix: string, errorCode: string, settledAt: string | null, createdAt: string }> }>, pageInfo: { hasNextPage: boolean } }, refunds: { nodes: Array<{ refundId: string, number: string, chargeId: string, amount: number, state: string, askedBy: string, errorCode: string, doneAt: string | null, createdAt: string }>, pageInfo: { hasNextPage: boolean } } } | null };

export const MemberMoneyScreenDocument = written<MemberMoneyScreenQuery, MemberMoneyScreenQueryVariables>(
  'MemberMoneyScreen',
  "query MemberMoneyScreen($accountId:ID!){member(accountId:$accountId){orders(first:20){nodes{orderId number planId planName state amount completedAt}}bills(first:20){nodes{billId number version subscriptionId planName startDay endDay amount dueDay state attempts nextAttemptAt paidAt refunded charges(first:10){chargeId version planName state provider providerOrderId amount left cardBrand cardSuffix errorCode settledAt createdAt}}pageInfo{hasNextPage}}refunds(first:20){nodes{refundId number chargeId amount state askedBy errorCode doneAt createdAt}pageInfo{hasNextPage}}}}",
);
