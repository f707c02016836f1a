import type { ApolloClient } from '@apollo/client';
import { useMemo } from 'react';
import type { CacheState } from './cache';
import { LateClient } from './late/client';
import type { PageProps } from './pageProps';

/**
 * The server's client of each page that is being rendered, by the page's own data: it goes with it.
 */
const clients = new WeakMap<CacheState, ApolloClient>();

/** Has a page that is rendered in this process read from the client that loaded its data. */
export function keepClient(state: CacheState, client: ApolloClient): void {
  clients.set(state, client);
}

/**
 * The client of a page: on the server the one that loaded its data, in the browser one that begins
 * with it.
 */
export function usePageClient({ state }: PageProps): ApolloClient {
  return useMemo(() => clients.get(state) ?? (new LateClient(state) as unknown as ApolloClient), [state]);
}
