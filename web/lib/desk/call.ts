import type { GraphQLFormattedError } from 'graphql';
import { faultOf } from '../fault';
import { type StaffDocument, staffRequest } from './document';
import { Refused, refusal } from './refused';

type Answer<Result> = { data?: Result | null; errors?: GraphQLFormattedError[] };

/**
 * Sends something of the staff from the browser, and keeps nothing of the answer. Only a page of
 * this site can send the header that makes the cookie of the staff count.
 */
export async function send<Result>(path: string, body: object, method = 'POST'): Promise<Result> {
  const offline = !navigator.onLine;
  const answer = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json', 'x-kaiin-staff': '1' },
    body: JSON.stringify(body),
    cache: 'no-store',
  }).catch(() => null);
  if (!answer) throw new Refused(faultOf({ status: 0 }, offline));
  const told = (await answer.json().catch(() => null)) as (Answer<unknown> & Result) | null;
  if (told?.errors?.length) throw refusal(told.errors);
  if (!told || !answer.ok) throw new Refused(faultOf({ status: answer.status }));
  return told;
}

/** Runs a document of the staff in the browser. */
export async function ask<R, V extends object>(document: StaffDocument<R, V>, variables: V): Promise<R> {
  const { data } = await send<Answer<R>>('/graphql', staffRequest(document, variables));
  if (!data) throw new Refused(faultOf(null));
  return data;
}

type Payload = { userErrors: readonly { code: string; field: string | null; message: string }[] };

/** Runs a mutation of the staff: what has to be put right is a refusal, too. */
export async function act<P extends Payload, I extends object>(
  document: StaffDocument<{ result: P | null }, { input: I }>,
  input: I,
): Promise<P> {
  const { result } = await ask(document, { input });
  const [first] = result?.userErrors ?? [];
  if (!result || first) {
    const fault = faultOf(null);
    throw new Refused(
      first ? { ...fault, status: 400, code: first.code, message: first.message } : fault,
      result?.userErrors,
    );
  }
  return result;
}
