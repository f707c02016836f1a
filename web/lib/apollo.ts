import { ApolloClient, InMemoryCache } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import type { FormattedExecutionResult } from 'graphql';
import { useCallback, useMemo } from 'react';
import type { Document, GraphQLRequest } from './document';
import { persistedLink } from './link';
import { usePage, useRoot } from './pageContext';

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

let client: ApolloClient | undefined;
let owner: string | null | undefined;

/**
 * The browser's client. It belongs to one member: when the page's authId changes, everything cached for the former one goes.
 * On the server there is none; pages get their data from page(…).
 */
export function browserClient(authId?: string | null): ApolloClient {
  if (typeof window === 'undefined') throw new Error('there is no Apollo client on the server');
  if (!client || (authId !== undefined && authId !== owner)) {
    client = new ApolloClient({ link: persistedLink(post), cache: new InMemoryCache() });
    owner = authId;
  }
  return client;
}

type Live<R> = R & { refetch: () => Promise<unknown> };

function useServedQuery<R, V>(_document: Document<R, V>): Live<R> {
  const { data } = usePage();
  return { ...(data as R), refetch: () => Promise.resolve() };
}

function useLiveQuery<R, V>(document: Document<R, V>): Live<R> {
  const page = usePage();
  const { authId = null } = useRoot();
  const apollo = browserClient(authId);
  const query = document as Document<Record<string, unknown>, Record<string, unknown>>;
  const variables = page.variables;
  // The page's own answer goes into the cache while rendering, before the query below reads it: nothing is fetched again.
  useMemo(() => {
    apollo.writeQuery({ query, variables, data: page.data as Record<string, unknown> });
  }, [apollo, query, variables, page.data]);
  const { data, refetch } = useQuery(query, {
    client: apollo,
    variables,
    fetchPolicy: 'cache-first',
    errorPolicy: 'all',
  });
  const again = useCallback(() => refetch(), [refetch]);
  return { ...((data ?? page.data) as R), refetch: again };
}

/**
 * The data of the page's own document. On the server it is what page(…) loaded; in the browser that same answer seeds Apollo's
 * cache and the result is a live query: an action that changes an entity changes the page.
 */
export const usePageQuery: <R, V>(document: Document<R, V>) => Live<R> =
  typeof window === 'undefined' ? useServedQuery : useLiveQuery;
