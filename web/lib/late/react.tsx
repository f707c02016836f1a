import type { ApolloClient } from '@apollo/client';
import type * as apollo from '@apollo/client/react';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Document } from '../document';
import { useFirstTouch } from '../touch';
import type { LateClient } from './client';

// The seam: in the browser `@apollo/client/react` is this file (next.config.ts). On the server and
// in tests it is Apollo's own. With Apollo's own hooks and client every page would weigh some 45 KB
// more before anybody touches it; web/README.md has the figures.

const Context = createContext(undefined as unknown as ApolloClient);

export function ApolloProvider({ client, children }: { client: ApolloClient; children?: ReactNode }) {
  return <Context value={client}>{children}</Context>;
}

export function useApolloClient(): ApolloClient {
  return useContext(Context);
}

const useLateClient = () => useApolloClient() as unknown as LateClient;

/**
 * The data of a query that came with the page, and what becomes of it in Apollo's cache. It is
 * asked for by `useRefetch`.
 */
export const useQuery = ((query: Document<unknown, never>, options?: { variables?: Record<string, unknown> }) => {
  const watched = useLateClient().watch(query, options?.variables);
  return { data: useSyncExternalStore(watched.subscribe, watched.get, watched.get) };
}) as unknown as typeof apollo.useQuery;

/** A function that runs a mutation. Apollo is loaded when the member turns to the page. */
export const useMutation = ((mutation: Document<unknown, never>) => {
  const client = useLateClient();
  useFirstTouch(client.prepare);
  return [(options: Omit<Parameters<LateClient['mutate']>[0], 'mutation'>) => client.mutate({ mutation, ...options })];
}) as unknown as typeof apollo.useMutation;
