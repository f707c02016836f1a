import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useRef } from 'react';
import type { Document } from './document';
import { raiseFlowError } from './flow';
import { go } from './nav';
import { useVariables } from './pageContext';
import type { FlowError } from './pageProps';

type Screen = { redirectTo?: string | null; flowError?: FlowError | null };

/**
 * Asks for a page's data anew, by the rules of page(…): `redirectTo` is followed, `flowError` opens
 * its dialog. Anything but data rejects, and the page stays as it is; useAction, where this
 * belongs, tells it or leads to the login. An answer that comes when the page was left, or was
 * asked for once more, does nothing.
 */
export function useRefetch<R, V extends object>(query: Document<R, V>): () => Promise<void> {
  const client = useApolloClient();
  const variables = useVariables(query);
  const turn = useRef(0);
  useEffect(() => () => void turn.current++, []);
  return useCallback(async () => {
    const mine = ++turn.current;
    const { data } = await client.query<unknown>({ query, variables, fetchPolicy: 'no-cache' });
    if (mine !== turn.current) return;
    const { screen } = (data ?? {}) as { screen?: Screen | null };
    if (screen?.redirectTo) {
      await go(screen.redirectTo, 'replace');
      return;
    }
    client.writeQuery({ query, variables, data });
    raiseFlowError(screen?.flowError);
  }, [client, query, variables]);
}
