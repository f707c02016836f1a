import { ApolloClient } from '@apollo/client';
import { stripTypename } from '@apollo/client/utilities';
import type { FormattedExecutionResult } from 'graphql';
import { type CacheState, newCache } from './cache';
import type { GraphQLRequest } from './document';
import { persistedLink } from './link';

/** A GraphQL call got an answer that is no GraphQL result, or none at all (status 0). */
class NetworkError extends Error {
  constructor(readonly status: number) {
    super(`the API answered ${status || 'nothing'}`);
  }
}

/**
 * Root and header came with the page and are its frame; the browser asks for the screen alone. What
 * a form sends back of what it was shown has the names of types in it, which no input takes.
 */
function asAsked(request: GraphQLRequest): GraphQLRequest {
  const variables = stripTypename(request.variables);
  return { ...request, variables: 'root' in variables ? { ...variables, root: false } : variables };
}

function post(request: GraphQLRequest) {
  const abort = new AbortController();
  return { answer: answerTo(request, abort.signal), abort: () => abort.abort() };
}

async function answerTo(request: GraphQLRequest, signal: AbortSignal): Promise<FormattedExecutionResult> {
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    credentials: 'same-origin',
    body: JSON.stringify(asAsked(request)),
    signal,
  }).catch((error) => {
    if (signal.aborted) throw error;
    throw new NetworkError(0);
  });
  const result = await answer.json().catch(() => null);
  if (result?.data === undefined && result?.errors === undefined) throw new NetworkError(answer.status);
  return result;
}

/** How the browser asks: the hash of a document by POST /graphql. */
export const browserLink = persistedLink(post);

/** The browser's client, with the data that came with the page. */
export function clientOf(state: CacheState): ApolloClient {
  return new ApolloClient({ link: browserLink, cache: newCache().restore(state) });
}
