import type { IncomingHttpHeaders } from 'node:http';
import { ApolloClient } from '@apollo/client';
import type { Incremental } from '@apollo/client/incremental';
import type { GraphQLRequest } from '@/lib/document';
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
  const answerTo = async (request: GraphQLRequest) => {
    const { result, setCookies: own } = await ask(request, headers);
    setCookies.push(...own);
    return result;
  };
  const link = persistedLink((request) => ({ answer: answerTo(request) }));
  const client = new ApolloClient({
    ssrMode: true,
    devtools: { enabled: false },
    link,
    cache: new PageCache(),
    queryDeduplication: false, // there is one
    incrementalHandler: wholeAnswers,
  });
  shareDocuments(client);
  return { client, setCookies };
}

/**
 * No document of ours is answered in parts. Apollo's own handler would look through the document
 * for that at every page.
 */
const wholeAnswers: Incremental.Handler = {
  isIncrementalResult: (_): _ is never => false,
  prepareRequest: (request) => request,
  extractErrors: () => {},
  startRequest: () => {
    throw new Error('an answer in parts');
  },
};

/** Every client would walk through each document some ten times anew; see web/README.md. */
function shareDocuments(client: ApolloClient): void {
  const { queryManager } = client as unknown as { queryManager: { transformCache: WeakMap<object, object> } };
  queryManager.transformCache = aboutDocuments;
}
