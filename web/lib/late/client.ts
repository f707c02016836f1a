import type { ApolloClient, OperationVariables } from '@apollo/client';
import type { CacheState } from '../cache';
import type { Document } from '../document';
import { readQuery } from './read';

type Values = Record<string, unknown>;
type Query = Document<unknown, never>;

/** A query in sight: its data now, and who wants to hear of a change. */
type Watched = { get: () => unknown; subscribe: (listener: () => void) => () => void };

/**
 * Apollo's client as pages need it in the browser. It shows what came with the page, and Apollo
 * itself, a quarter of the scripts, is loaded when the member turns to a page that has something to
 * do (`prepare`), or acts. From then on the data is Apollo's: what an action changes in its cache
 * changes the page. A page that was left keeps its client, so that nothing that is still under way
 * there can reach the next one.
 */
export class LateClient {
  private apollo: ApolloClient | undefined;
  private readonly watched = new Map<string, Watched & { follow: (apollo: ApolloClient, shown?: boolean) => void }>();

  constructor(private readonly state: CacheState) {}

  /**
   * Loads Apollo ahead of the first action. When that fails nothing is lost: the action loads it
   * again, and tells a failure.
   */
  readonly prepare = (): void => {
    void this.start().catch(() => {});
  };

  readonly query = async (options: ApolloClient.QueryOptions<unknown, OperationVariables>) =>
    (await this.start()).query(options);

  readonly mutate = async (options: ApolloClient.MutateOptions<unknown, OperationVariables>) =>
    (await this.start()).mutate(options);

  /** Only after `query`, whose answer it keeps. */
  readonly writeQuery = (options: Parameters<ApolloClient['writeQuery']>[0]): void => {
    this.apollo?.writeQuery(options);
  };

  /** The same for the same query, as long as the page is in sight. */
  watch(query: Query, variables: Values = {}): Watched {
    const key = query.hash + JSON.stringify(variables);
    let made = this.watched.get(key);
    if (!made) {
      made = watch(readQuery(this.state, query, variables), query, variables);
      this.watched.set(key, made);
      if (this.apollo) made.follow(this.apollo, false); // what came with the page may have changed since
    }
    return made;
  }

  /** Rejects when Apollo cannot be loaded; the next call tries again. */
  private async start(): Promise<ApolloClient> {
    const { clientOf } = await import('../client');
    if (!this.apollo) {
      this.apollo = clientOf(this.state);
      for (const { follow } of this.watched.values()) follow(this.apollo);
    }
    return this.apollo;
  }
}

function watch(read: unknown, query: Query, variables: Values) {
  let data = read;
  const listeners = new Set<() => void>();
  return {
    get: () => data,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** `shown`: the first that Apollo tells is what is in sight. */
    follow: (apollo: ApolloClient, shown = data !== undefined) => {
      apollo.watchQuery<unknown, Values>({ query, variables, fetchPolicy: 'cache-only' }).subscribe((now) => {
        if (now.data && !shown) {
          data = now.data;
          for (const listener of listeners) listener();
        }
        shown = false;
      });
    },
  };
}
