// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';
import type { TimelineKind } from './enums';

export type MemberTimelineScreenQueryVariables = {
  accountId: string;
  kinds?: Array<TimelineKind> | null | undefined;
  after?: string | null | undefined;
};

export type MemberTimelineScreenQuery = { member: { timeline: { leftOut: Array<TimelineKind>, nodes: Array<{ kind: TimelineKind, at: string, id: string, what: string, detail: string, by: string | null, amount: number | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, endCursor: string | null } } } | null };

export const MemberTimelineScreenDocument = written<MemberTimelineScreenQuery, MemberTimelineScreenQueryVariables>(
  'MemberTimelineScreen',
  "query MemberTimelineScreen($accountId:ID!$kinds:[TimelineKind!]$after:String){member(accountId:$accountId){timeline(kinds:$kinds first:20 after:$after){nodes{kind at id what detail by amount}pageInfo{hasNextPage hasPreviousPage endCursor}leftOut}}}",
);
