// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { written } from '@/lib/desk/document';
import type { StaffScope } from './enums';

export type DeskScreenQueryVariables = { [key: string]: never; };

export type DeskScreenQuery = { staff: { staffNumber: number | null, name: string, department: string | null, roles: Array<string>, scopes: Array<StaffScope>, freshUntil: string | null } | null };

export const DeskScreenDocument = written<DeskScreenQuery, DeskScreenQueryVariables>(
  'DeskScreen',
  "query DeskScreen{staff{staffNumber name department roles scopes freshUntil}}",
);
