// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';

export type AccountHeaderScreenQueryVariables = { [key: string]: never; };

export type AccountHeaderScreenQuery = { screen: { authId: string | null, displayName: string | null, profileImageUrl: string | null } | null };

export const AccountHeaderScreenDocument = typed<AccountHeaderScreenQuery, AccountHeaderScreenQueryVariables>(
  'c44546346436fe6435a9f1050f69c641f600825ef45b3ef7a87550b6ea487b30',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AccountHeaderScreen"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"screen"},"name":{"kind":"Name","value":"accountHeader"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"authId"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"profileImageUrl"}}]}}]}}]},
);
