import { type ApolloCache, ApolloClient, InMemoryCache } from '@apollo/client';
import type { FormattedExecutionResult } from 'graphql';
import { type Document, type GraphQLRequest, takes } from './document';
import { keyOf } from './entities';
import { raiseFlowError } from './flow';
import { persistedLink } from './link';
import { go } from './nav';
import type { FlowError } from './pageProps';

/** A GraphQL call got an answer that is no GraphQL result, or none at all (status 0). */
class NetworkError extends Error {
  constructor(readonly status: number) {
    super(`the API answered ${status || 'nothing'}`);
  }
}

async function post(request: GraphQLRequest, signal: AbortSignal): Promise<FormattedExecutionResult> {
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    credentials: 'same-origin',
    body: JSON.stringify(request),
    signal,
  }).catch((error) => {
    if (signal.aborted) throw error;
    throw new NetworkError(0);
  });
  const result = await answer.json().catch(() => null);
  if (result?.data === undefined && result?.errors === undefined) throw new NetworkError(answer.status);
  return result;
}

export type Values = Record<string, unknown>;
export type Query = Document<Values, Values>;
export type Screen = Values & { redirectTo?: string | null; flowError?: FlowError | null };

/** The page in sight: its query, its data as the server sent it, and whose page it is. */
export type Sight = { query: Query; variables: Values; served: unknown; authId: string | null };

let client: ApolloClient | undefined;
let owner: string | null | undefined;
/** The page whose data is in the cache. */
let inSight: Sight | undefined;
let watched: { unsubscribe: () => void } | undefined;

/** The client belongs to one member: when the page's authId changes, everything cached for the former one goes. */
function clientOf(authId?: string | null): ApolloClient {
  if (typeof window === 'undefined') throw new Error('there is no Apollo client on the server');
  if (!client || (authId !== undefined && authId !== owner)) {
    client = new ApolloClient({ link: persistedLink(post), cache: new InMemoryCache({ dataIdFromObject: keyOf }) });
    owner = authId;
    inSight = undefined;
  }
  return client;
}

/**
 * Puts the data that came with the page into the cache and tells what the page's query finds there, now and after every change.
 * Only once for what the server sent: what has changed since must not come back when a view is made anew.
 */
export function follow(sight: Sight, tell: (served: unknown, data: Values | undefined) => void): void {
  const apollo = clientOf(sight.authId);
  const { query, variables, served } = sight;
  if (inSight?.served === served) return;
  watched?.unsubscribe();
  apollo.writeQuery({ query, variables, data: served as Values });
  inSight = sight;
  watched = apollo
    .watchQuery<Values>({ query, variables, fetchPolicy: 'cache-only' })
    .subscribe(({ data }) => tell(served, data as Values | undefined));
}

/** Runs a mutation, as `mutate` of lib/apollo.ts says. */
export async function mutate<R, V>(mutation: Document<R, V>, variables: Values): Promise<unknown> {
  const { data } = await clientOf().mutate({
    mutation: mutation as unknown as Query,
    variables,
    update: (cache, { data }) => {
      if (takes(mutation, 'changed')) adopt(cache, data?.result as Values | null | undefined);
    },
  });
  return data?.result;
}

function adopt(cache: ApolloCache, payload: Values | null | undefined): void {
  if (!inSight || !payload) return;
  const { redirectTo: _, flowError: __, userErrors: ___, ...changes } = payload;
  const { query, variables } = inSight;
  cache.updateQuery<Values, Values>({ query, variables }, (data) => {
    const screen = data?.screen as Screen | null | undefined;
    if (!screen) return undefined;
    const shown = Object.entries(changes).filter(([name, value]) => value != null && name in screen);
    return shown.length > 0 ? { ...data, screen: { ...screen, ...Object.fromEntries(shown) } } : undefined;
  });
}

/**
 * Asks for a page's data anew, by the rules of page(…): `redirectTo` is followed, `flowError` opens its dialog. Anything but data
 * rejects, and the page stays as it is; useAction, where this belongs, tells it or leads to the login.
 */
export async function again({ query, variables, authId }: Sight): Promise<void> {
  const { data } = await clientOf(authId).query({ query, variables, fetchPolicy: 'network-only' });
  const screen = data?.screen as Screen | null | undefined;
  if (screen?.redirectTo) await go(screen.redirectTo, 'replace');
  else raiseFlowError(screen?.flowError);
}
