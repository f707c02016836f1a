// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';
import type { MemberStatus, PersonalField, ReasonKind, StaffScope } from './enums';

export type MemberScreenQueryVariables = {
  accountId: string;
};

export type MemberScreenQuery = { staff: { staffNumber: number | null, name: string, department: string | null, roles: Array<string>, scopes: Array<StaffScope>, freshUntil: string | null } | null, member: { accountId: string, status: MemberStatus, locale: string, createdAt: string, withdrawnAt: string | null, erasedAt: string | null, profile: { name: string | null, nameKana: string | null, email: string | null, emailVerifiedAt: string | null, phone: string | null, birthday: string | null, sex: string | null, postalCode: string | null, prefecture: number | null, address: string | null, userId: string | null }, reveal: { fields: Array<PersonalField>, until: string, reasonKind: ReasonKind } | null, login: { hasPassword: boolean, mustChangePassword: boolean, factors: Array<string>, externalAccounts: Array<string>, lastLoginAt: string | null, failedSince: number, openSessions: number, trustedDevices: number }, loginHistory: { nodes: Array<{ at: string, isSuccess: boolean, method: string, factor: string, ip: string | null, country: string, device: string, browser: string }> }, notes: { nodes: Array<{ noteId: string, text: string, by: string, isPinned: boolean, createdAt: string, changedAt: string }> } } | null };

export const MemberScreenDocument = written<MemberScreenQuery, MemberScreenQueryVariables>(
  'MemberScreen',
  "query MemberScreen($accountId:ID!){staff{staffNumber name department roles scopes freshUntil}member(accountId:$accountId){accountId status locale createdAt withdrawnAt erasedAt profile{name nameKana email emailVerifiedAt phone birthday sex postalCode prefecture address userId}reveal{fields until reasonKind}login{hasPassword mustChangePassword factors externalAccounts lastLoginAt failedSince openSessions trustedDevices}loginHistory(first:10){nodes{at isSuccess method factor ip country device browser}}notes(first:20){nodes{noteId text by isPinned createdAt changedAt}}}}",
);
