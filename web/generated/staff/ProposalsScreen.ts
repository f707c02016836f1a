// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';
import type { ErrorCode, ReasonKind, StaffScope } from './enums';

export type ProposalsScreenQueryVariables = {
  after?: string | null | undefined;
};

export type ProposalsScreenQuery = { staff: { staffNumber: number | null, name: string, department: string | null, roles: Array<string>, scopes: Array<StaffScope>, freshUntil: string | null } | null, proposals: { nodes: Array<{ proposalId: string, field: string, accountId: string | null, inputHash: string, proposedBy: string, isOwn: boolean, reasonKind: ReasonKind, reason: string, ticket: string | null, proposedAt: string, expiresAt: string, changes: Array<{ field: string, from: string, to: string }>, mayIDecide: { code: ErrorCode, message: string } | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, endCursor: string | null } } | null };

export const ProposalsScreenDocument = written<ProposalsScreenQuery, ProposalsScreenQueryVariables>(
  'ProposalsScreen',
  "query ProposalsScreen($after:String){staff{staffNumber name department roles scopes freshUntil}proposals(filter:{state:proposed}first:20 after:$after){nodes{proposalId field accountId inputHash changes{field from to}proposedBy isOwn reasonKind reason ticket proposedAt expiresAt mayIDecide{code message}}pageInfo{hasNextPage hasPreviousPage endCursor}}}",
);
