// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';

export type AccountHeaderScreenQueryVariables = { [key: string]: never; };

export type AccountHeaderScreenQuery = { screen: { authId: string | null, displayName: string | null, profileImageUrl: string | null } | null };

export const AccountHeaderScreenDocument = typed<AccountHeaderScreenQuery, AccountHeaderScreenQueryVariables>(
  '943bbc6a9051e2dd19c255275e991595a2bc2cd774c00ed64648dad5dff62337',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AccountHeaderScreen"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"screen"},"name":{"kind":"Name","value":"accountHeaderScreen"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"authId"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"profileImageUrl"}}]}}]}}]},
);
