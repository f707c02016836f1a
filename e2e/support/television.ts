import { readFileSync } from 'node:fs';
import type { Visitor } from './visitor.ts';

const documents = JSON.parse(readFileSync(new URL('../../schema/documents.json', import.meta.url), 'utf8')) as Record<
  string,
  { hash: string }
>;

/**
 * How an action of the TV app ends: the codes of what is wrong, and the profile that it tells of.
 */
type Outcome = { codes: string[]; profileId: string };

type Result = { userErrors?: { code: string }[]; profile?: { profileId: string | null } | null };
type Answer = { data?: { result?: Result | null } | null; errors?: { extensions: { code: string } }[] };

/** Runs a document as the store's TV app does, in the session of the visitor. */
export async function onTelevision(visitor: Visitor, operationName: string, input: object): Promise<Outcome> {
  const extensions = { persistedQuery: { version: 1, sha256Hash: documents[operationName]?.hash } };
  const { text } = await visitor.post('/graphql', { operationName, variables: { input }, extensions });
  const { data, errors = [] } = JSON.parse(text) as Answer;
  const { userErrors = [], profile } = data?.result ?? {};
  return {
    codes: [...errors.map(({ extensions: { code } }) => code), ...userErrors.map(({ code }) => code)],
    profileId: profile?.profileId ?? '',
  };
}

/** Sets a PIN, makes a restricted profile and switches to it; answers its id. */
export async function handToChild(visitor: Visitor, pinCode: string, profileName: string): Promise<string> {
  await visitor.must('POST', '/zapi/account/pinCode/set', { pinCode });
  const { profileId } = await onTelevision(visitor, 'CreateProfile', { profileName, isRestricted: true });
  const { codes } = await onTelevision(visitor, 'SwitchProfile', { profileId });
  if (!profileId || codes.length > 0) throw new Error(`The television was not switched: ${codes}`);
  return profileId;
}
