// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';
import type { StaffScope, ViewableScreen } from './enums';

export type MemberPageScreenQueryVariables = {
  accountId: string;
  screen: ViewableScreen;
  subscriptionId?: string | null | undefined;
};

export type MemberPageScreenQuery = { memberScreen: unknown, staff: { staffNumber: number | null, name: string, department: string | null, roles: Array<string>, scopes: Array<StaffScope>, freshUntil: string | null } | null };

export const MemberPageScreenDocument = written<MemberPageScreenQuery, MemberPageScreenQueryVariables>(
  'MemberPageScreen',
  "query MemberPageScreen($accountId:ID!$screen:ViewableScreen!$subscriptionId:ID){staff{staffNumber name department roles scopes freshUntil}memberScreen(accountId:$accountId screen:$screen subscriptionId:$subscriptionId)}",
);
