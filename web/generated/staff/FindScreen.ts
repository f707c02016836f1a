// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';
import type { FindKind, MemberStatus } from './enums';

export type FindScreenQueryVariables = {
  term: string;
  after?: string | null | undefined;
};

export type FindScreenQuery = { find: { nodes: Array<{ matched: Array<FindKind>, targetId: string | null, member: { accountId: string, status: MemberStatus, name: string | null, nameKana: string | null, email: string | null, phone: string | null, createdAt: string } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, endCursor: string | null } } | null };

export const FindScreenDocument = written<FindScreenQuery, FindScreenQueryVariables>(
  'FindScreen',
  "query FindScreen($term:String!$after:String){find(term:$term first:20 after:$after){nodes{matched targetId member{accountId status name nameKana email phone createdAt}}pageInfo{hasNextPage hasPreviousPage endCursor}}}",
);
