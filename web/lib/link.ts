import { ApolloLink } from '@apollo/client';
import type { FormattedExecutionResult } from 'graphql';
import { Observable } from 'rxjs';
import { type GraphQLRequest, requestOf } from './document';

/** Sends a request. `abort` calls it off, where that can be done. */
type Post = (request: GraphQLRequest) => { answer: Promise<FormattedExecutionResult>; abort?: () => void };

/**
 * The last link of a client, on either side: sends the hash of the document, never its text. A
 * document without a hash was not made by codegen, so the server would refuse it; it fails here
 * with a sentence that says so.
 */
export function persistedLink(post: Post): ApolloLink {
  return new ApolloLink(({ query, operationName = '', variables }) => {
    const { hash } = query as { hash?: string };
    return new Observable((observer) => {
      if (!hash) {
        observer.error(new Error(`${operationName} has no hash: import it from generated/`));
        return;
      }
      const { answer, abort } = post(requestOf(operationName, hash, variables));
      answer.then(
        (result) => {
          observer.next(result);
          observer.complete();
        },
        (error) => observer.error(error),
      );
      return abort;
    });
  });
}
