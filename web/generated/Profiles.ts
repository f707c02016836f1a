// Generated from schema/. Do not edit: change the document and run `npm -w web run codegen`.
import { typed } from '@/lib/document';

export type ProfilesQueryVariables = { [key: string]: never; };

export type ProfilesQuery = { result: Array<{ profileId: string | null, profileName: string, isRestricted: boolean, isCurrent: boolean, needsPinCode: boolean }> | null };

export const ProfilesDocument = typed<ProfilesQuery, ProfilesQueryVariables>(
  '037013f8f499704df283766f07f99ac6e934cabbe6feffbc91370568931658eb',
  {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Profiles"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"profiles"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"profileId"}},{"kind":"Field","name":{"kind":"Name","value":"profileName"}},{"kind":"Field","name":{"kind":"Name","value":"isRestricted"}},{"kind":"Field","name":{"kind":"Name","value":"isCurrent"}},{"kind":"Field","name":{"kind":"Name","value":"needsPinCode"}}]}}]}}]},
);
