import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';
import type { Document } from './document';
import { raiseFlowError } from './flow';
import { go } from './nav';
import { useVariables } from './pageContext';
import type { FlowError } from './pageProps';

type Screen = { redirectTo?: string | null; flowError?: FlowError | null };

/**
 * Asks for a page's data anew, by the rules of page(…): `redirectTo` is followed, `flowError` opens its dialog. Anything but data
 * rejects, and the page stays as it is; useAction, where this belongs, tells it or leads to the login.
 */
export function useRefetch<R, V extends object>(query: Document<R, V>): () => Promise<void> {
  const client = useApolloClient();
  const variables = useVariables(query);
  return useCallback(async () => {
    const { data } = await client.query<unknown>({ query, variables, fetchPolicy: 'no-cache' });
    const { screen } = (data ?? {}) as { screen?: Screen | null };
    if (screen?.redirectTo) {
      await go(screen.redirectTo, 'replace');
      return;
    }
    client.writeQuery({ query, variables, data });
    raiseFlowError(screen?.flowError);
  }, [client, query, variables]);
}
