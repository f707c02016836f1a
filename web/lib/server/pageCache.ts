import { ApolloCache, type Cache } from '@apollo/client';
import type { FieldNode, SelectionSetNode } from 'graphql';
import { type CacheState, entityOf } from '@/lib/cache';
import type { Document } from '@/lib/document';
import { isLeftOut, keyOf } from '@/lib/late/read';

type Values = Record<string, unknown>;
type Answer = { query: Document<unknown, never>; variables: Values; data: Values };

/**
 * The cache of a request, which keeps the answer of one query: what is read is the answer itself,
 * and what is given out by `extract` is what Apollo's InMemoryCache would give out, with which the
 * browser begins. InMemoryCache would take the answer apart, and put it together again for the
 * view; web/README.md says what that costs. Documents hold what `lib/late/read.ts` says, and a test
 * compares both caches for every page.
 */
export class PageCache extends ApolloCache {
  private answer: Answer | undefined;
  private state: CacheState = {};

  override write({ query, variables = {}, result }: Cache.WriteOptions): undefined {
    this.answer = { query, variables, data: result } as unknown as Answer;
    this.state = stateOf(this.answer);
  }

  override extract(): CacheState {
    return this.state;
  }

  override diff<D>({ query, variables }: Cache.DiffOptions): Cache.DiffResult<D> {
    if (this.holds(query, variables)) return { complete: true, result: this.answer?.data as D };
    return { complete: false, result: null, missing: 'a page reads the answer of its own document only' as never };
  }

  override read<D>({ query, variables }: Cache.ReadOptions): D | null {
    return this.holds(query, variables) ? (this.answer?.data as D) : null;
  }

  /** What `page()` gives no value has its default. */
  private holds(query: unknown, variables: Values = {}): boolean {
    if (!this.answer || query !== this.answer.query) return false;
    const own: Values = this.answer.variables;
    return Object.keys(own).every((name) => own[name] === variables[name]);
  }

  /** Nothing changes while a page is rendered. */
  override watch(): () => void {
    return () => {};
  }

  override performTransaction(transaction: (cache: ApolloCache) => void): void {
    transaction(this);
  }

  override fragmentMatches(): boolean {
    return false;
  }

  override removeOptimistic(): void {}

  override restore(): this {
    throw new Error('a page begins with nothing');
  }

  override reset(): Promise<void> {
    throw new Error('a page is rendered once');
  }

  override evict(): boolean {
    throw new Error('a page keeps all of its data');
  }
}

/** The answer as InMemoryCache keeps it: entities by their keys, and all else where it was. */
function stateOf({ query, variables, data }: Answer): CacheState {
  const [operation] = query.definitions;
  if (operation?.kind !== 'OperationDefinition') return {};
  const state: Record<string, Values> = { ROOT_QUERY: { __typename: 'Query' } };
  putFields(operation.selectionSet, data, state.ROOT_QUERY as Values);
  return state as CacheState;

  function putFields({ selections }: SelectionSetNode, from: Values, kept: Values): void {
    for (const field of selections as readonly FieldNode[]) {
      const value = from[(field.alias ?? field.name).value];
      if (value === undefined || isLeftOut(field, variables)) continue;
      const key = keyOf(field, variables);
      kept[key] = field.selectionSet ? putInner(field.selectionSet, value, kept[key]) : value;
    }
  }

  /** `before`: what another place of the answer says of the same. */
  function putInner(set: SelectionSetNode, value: unknown, before: unknown): unknown {
    if (value === null) return null;
    if (Array.isArray(value)) return value.map((item, i) => putInner(set, item, (before as unknown[] | null)?.[i]));
    const object = value as Values;
    const entity = entityOf(object);
    if (entity) {
      state[entity] ??= { __typename: object.__typename };
      putFields(set, object, state[entity]);
      return { __ref: entity };
    }
    const kept: Values = { __typename: object.__typename, ...(before as Values | null | undefined) };
    putFields(set, object, kept);
    return kept;
  }
}
