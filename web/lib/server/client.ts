import type { IncomingHttpHeaders } from 'node:http';
import { ApolloClient, ApolloLink, CombinedGraphQLErrors } from '@apollo/client';
import type { Document, GraphQLRequest } from '@/lib/document';
import { persistedLink } from '@/lib/link';
import { PageCache } from './pageCache';
import { ask } from './upstream';

/** What Apollo finds out about a document, which is the same for everybody. */
const aboutDocuments = new WeakMap();

/** A client for one request, and the cookies that the API has set for its page. */
type MemberClient = { client: ApolloClient; setCookies: string[] };

/**
 * Makes the client of one request: it asks with the headers of the member's browser, and is
 * thrown away with the page. Another request shares only what Apollo knows of our documents.
 */
export function clientFor(headers: IncomingHttpHeaders): MemberClient {
  const setCookies: string[] = [];
  const askApi = async (request: GraphQLRequest) => {
    const { result, setCookies: own } = await ask(request, headers);
    setCookies.push(...own);
    return result;
  };
  const link = persistedLink((request) => ({ answer: askApi(request) }));
  const client = new ApolloClient({
    ssrMode: true,
    devtools: { enabled: false },
    link,
    cache: new PageCache(),
  });
  shareDocuments(client);
  return { client, setCookies };
}

/** What the API answers, in whole or in part, and why it does not, or not in whole. */
type Answer = { data?: unknown; error?: unknown };

/**
 * Runs a page's document through the client's links. What the client's own `query` does beside that
 * (watching, retrying, keeping the answer) is for clients that live longer, and took a twentieth of
 * Next's time for a page.
 */
export function answerTo<R, V extends Record<string, unknown>>(
  client: ApolloClient,
  query: Document<R, V>,
  variables: V,
): Promise<Answer> {
  return new Promise((resolve) => {
    ApolloLink.execute(client.link, { query, variables }, { client }).subscribe({
      next: (result) =>
        resolve({ data: result.data, ...(result.errors && { error: new CombinedGraphQLErrors(result) }) }),
      error: (error) => resolve({ error }),
    });
  });
}

/** Every client would walk through each document some ten times anew; see web/README.md. */
function shareDocuments(client: ApolloClient): void {
  const { queryManager } = client as unknown as { queryManager: { transformCache: WeakMap<object, object> } };
  queryManager.transformCache = aboutDocuments;
}
