// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';

export type MemberContractsScreenQueryVariables = {
  accountId: string;
};

export type MemberContractsScreenQuery = { contracts: { nodes: Array<{ subscriptionId: string, status: string, planName: string, period: number, paidThrough: string | null, nextSettlementDay: string | null, biller: string, cardBrand: string, cardSuffix: string, receipt: string | null, cancelledAt: string | null, heldAt: string | null, endedAt: string | null, createdAt: string, outlook: { course: string, day: string | null, amount: number } | null }>, pageInfo: { hasNextPage: boolean } } | null };

export const MemberContractsScreenDocument = written<MemberContractsScreenQuery, MemberContractsScreenQueryVariables>(
  'MemberContractsScreen',
  "query MemberContractsScreen($accountId:ID!){contracts(filter:{accountId:$accountId}first:20){nodes{subscriptionId status planName period paidThrough nextSettlementDay biller cardBrand cardSuffix receipt cancelledAt heldAt endedAt createdAt outlook{course day amount}}pageInfo{hasNextPage}}}",
);
