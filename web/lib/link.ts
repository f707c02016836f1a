import { ApolloLink } from '@apollo/client';
import type { FormattedExecutionResult } from 'graphql';
import { Observable } from 'rxjs';
import { type GraphQLRequest, requestOf } from './document';

type Post = (request: GraphQLRequest, signal: AbortSignal) => Promise<FormattedExecutionResult>;

/**
 * The last link of a client, on either side: sends the hash of the document, never its text. A
 * document without a hash was not made by codegen, so the server would refuse it; it fails here
 * with a sentence that says so.
 */
export function persistedLink(post: Post): ApolloLink {
  return new ApolloLink((operation) => {
    const hash = (operation.query as { hash?: string }).hash;
    return new Observable((observer) => {
      if (!hash) {
        observer.error(new Error(`${operation.operationName} has no hash: import it from generated/`));
        return;
      }
      const abort = new AbortController();
      post(requestOf(operation.operationName ?? '', hash, operation.variables), abort.signal).then(
        (result) => {
          observer.next(result);
          observer.complete();
        },
        (error) => observer.error(error),
      );
      return () => abort.abort();
    });
  });
}
