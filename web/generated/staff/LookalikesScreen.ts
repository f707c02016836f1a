// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';
import type { FindKind, MemberStatus } from './enums';

export type LookalikesScreenQueryVariables = {
  accountId: string;
};

export type LookalikesScreenQuery = { member: { lookalikes: Array<{ alike: Array<FindKind>, member: { accountId: string, status: MemberStatus, name: string | null, nameKana: string | null, createdAt: string } }> } | null };

export const LookalikesScreenDocument = written<LookalikesScreenQuery, LookalikesScreenQueryVariables>(
  'LookalikesScreen',
  "query LookalikesScreen($accountId:ID!){member(accountId:$accountId){lookalikes{alike member{accountId status name nameKana createdAt}}}}",
);
