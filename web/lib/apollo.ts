import { type ApolloCache, ApolloClient, InMemoryCache } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import type { FormattedExecutionResult } from 'graphql';
import { useCallback, useMemo } from 'react';
import { type Document, type GraphQLRequest, takes } from './document';
import { keyOf } from './entities';
import { raiseFlowError } from './flow';
import { persistedLink } from './link';
import { go } from './nav';
import { usePage, useRoot } from './pageContext';
import type { FlowError } from './pageProps';

/** A GraphQL call got an answer that is no GraphQL result, or none at all (status 0). */
export class NetworkError extends Error {
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

type Values = Record<string, unknown>;
type Query = Document<Values, Values>;
type Screen = Values & { redirectTo?: string | null; flowError?: FlowError | null };

let client: ApolloClient | undefined;
let owner: string | null | undefined;
/** The page whose data stands in the cache, and that data as the server sent it. */
let inSight: { query: Query; variables: Values; served: unknown } | undefined;

/**
 * The browser's client. It belongs to one member: when the page's authId changes, everything cached for the former one goes.
 * On the server there is none; pages get their data from page(…).
 */
export function browserClient(authId?: string | null): ApolloClient {
  if (typeof window === 'undefined') throw new Error('there is no Apollo client on the server');
  if (!client || (authId !== undefined && authId !== owner)) {
    client = new ApolloClient({ link: persistedLink(post), cache: new InMemoryCache({ dataIdFromObject: keyOf }) });
    owner = authId;
    inSight = undefined;
  }
  return client;
}

/**
 * Runs a mutation and resolves to its payload. What it says that it changed, by `@include(if: $changed)`, takes the place of what
 * the page in sight shows under the same name. Rejects with what the API answered in place of a payload, and then nothing changes.
 */
export async function mutate<R, V>(mutation: Document<R, V>, variables: Values): Promise<unknown> {
  const { data } = await browserClient().mutate({
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

/** Puts the data that came with the page into the cache, once: what has changed since must not come back when a view is made anew. */
function seed(apollo: ApolloClient, query: Query, variables: Values, served: unknown): void {
  if (inSight?.served === served) return;
  apollo.writeQuery({ query, variables, data: served as Values });
  inSight = { query, variables, served };
}

/**
 * Asks for the page's data anew, by the rules of page(…): `redirectTo` is followed, `flowError` opens its dialog. Anything but data
 * rejects, and the page stays as it is; useAction, where this belongs, tells it or leads to the login.
 */
async function again(apollo: ApolloClient, query: Query, variables: Values): Promise<void> {
  const { data } = await apollo.query({ query, variables, fetchPolicy: 'network-only' });
  const screen = data?.screen as Screen | null | undefined;
  if (screen?.redirectTo) await go(screen.redirectTo, 'replace');
  else raiseFlowError(screen?.flowError);
}

type Live<R> = R & { refetch: () => Promise<void> };

function useServedQuery<R, V>(_document: Document<R, V>): Live<R> {
  const { data } = usePage();
  return { ...(data as R), refetch: () => Promise.resolve() };
}

function useLiveQuery<R, V>(document: Document<R, V>): Live<R> {
  const page = usePage();
  const { authId = null } = useRoot();
  const apollo = browserClient(authId);
  const query = document as unknown as Query;
  // Root and header came with the page and are its frame; the browser asks for the screen alone.
  const variables = useMemo(
    () => (takes(query, 'root') ? { ...page.variables, root: false } : page.variables),
    [query, page.variables],
  );
  // The page's own answer goes into the cache while rendering, before the query below reads it: nothing is fetched again.
  useMemo(() => seed(apollo, query, variables, page.data), [apollo, query, variables, page.data]);
  const { data } = useQuery(query, { client: apollo, variables, fetchPolicy: 'cache-only' });
  const refetch = useCallback(() => again(apollo, query, variables), [apollo, query, variables]);
  const leaving = (data?.screen as Screen | null | undefined)?.redirectTo;
  return { ...(page.data as R), ...(leaving ? null : (data as R | undefined)), refetch };
}

/**
 * The data of the page's own document. On the server it is what page(…) loaded; in the browser that same answer seeds Apollo's
 * cache and the result is a live query: an action that changes an entity changes the page.
 */
export const usePageQuery: <R, V>(document: Document<R, V>) => Live<R> =
  typeof window === 'undefined' ? useServedQuery : useLiveQuery;
