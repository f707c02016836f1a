import type { ApolloCache } from '@apollo/client';
import type { Document } from './document';

type Changes<S> = { [K in keyof S]?: S[K] | null };

/**
 * Puts what an action answered into what a page shows: a list that is shorter now, or a choice.
 * Entities need none of this, Apollo finds them by their key. What is null did not change. For
 * queries without variables.
 */
export function changeScreen<R extends { screen?: object | null }, V>(
  cache: ApolloCache,
  query: Document<R, V>,
  changes: Changes<NonNullable<R['screen']>>,
): void {
  const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value != null));
  cache.updateQuery<R>({ query: query as Document<R, never> }, (data) =>
    data?.screen ? { ...data, screen: { ...data.screen, ...changed } } : undefined,
  );
}
