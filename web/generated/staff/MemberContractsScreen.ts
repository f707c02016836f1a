// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';

export type MemberContractsScreenQueryVariables = {
  accountId: string;
};

export type MemberContractsScreenQuery = { member: { contracts: { nodes: Array<{ subscriptionId: string, version: string, status: string, planId: string, planName: string, nextPlanName: string | null, period: number, paidThrough: string | null, nextSettlementDay: string | null, biller: string, cardBrand: string, cardSuffix: string, receipt: string | null, cancelledAt: string | null, heldAt: string | null, endedAt: string | null, createdAt: string, outlook: { course: string, day: string | null, amount: number } | null }>, pageInfo: { hasNextPage: boolean } }, entitlements: { nodes: Array<{ entitlementId: string, planName: string, subscriptionId: string | null, startsAt: string, expiresAt: string | null, revokedAt: string | null }>, pageInfo: { hasNextPage: boolean } } } | null };

export const MemberContractsScreenDocument = written<MemberContractsScreenQuery, MemberContractsScreenQueryVariables>(
  'MemberContractsScreen',
  "query MemberContractsScreen($accountId:ID!){member(accountId:$accountId){contracts(first:20){nodes{subscriptionId version status planId planName nextPlanName period paidThrough nextSettlementDay biller cardBrand cardSuffix receipt cancelledAt heldAt endedAt createdAt outlook{course day amount}}pageInfo{hasNextPage}}entitlements(first:20){nodes{entitlementId planName subscriptionId startsAt expiresAt revokedAt}pageInfo{hasNextPage}}}}",
);
