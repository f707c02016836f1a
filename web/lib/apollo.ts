import { useCallback, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import type { Query, Screen, Sight, Values } from './client';
import { type Document, takes } from './document';
import { usePage, useRoot } from './pageContext';

// A page shows what came with it. Apollo, in lib/client.ts, is a quarter of the scripts: it is loaded when the member turns to a
// page that has something to do, and takes over at the first action.
let running: typeof import('./client') | undefined;
let inSight: Sight | undefined;
let found: { served: unknown; data: Values | undefined } | undefined;
const listeners = new Set<() => void>();

function tell(served: unknown, data: Values | undefined): void {
  found = { served, data };
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function enter(sight: Sight): void {
  inSight = sight;
  running?.follow(sight, tell);
}

/** Apollo with the data of the page in sight. Rejects when it cannot be loaded; the next call tries again. */
async function start(): Promise<typeof import('./client')> {
  running = await import('./client');
  if (inSight) running.follow(inSight, tell);
  return running;
}

/** Fetches Apollo ahead of the first action. When that fails nothing is lost: the action fetches it again, and tells a failure. */
export function prepareApollo(): void {
  if (!running) void import('./client').catch(() => {});
}

/**
 * Runs a mutation and resolves to its payload. What it says that it changed, by `@include(if: $changed)`, takes the place of what
 * the page in sight shows under the same name. Rejects with what the API answered in place of a payload, and then nothing changes.
 */
export async function mutate<R, V>(mutation: Document<R, V>, variables: Values): Promise<unknown> {
  return (await start()).mutate(mutation, variables);
}

type Live<R> = R & { refetch: () => Promise<void> };

function useServedQuery<R, V>(_document: Document<R, V>): Live<R> {
  const { data } = usePage();
  return { ...(data as R), refetch: () => Promise.resolve() };
}

function useLiveQuery<R, V>(document: Document<R, V>): Live<R> {
  const { data: served, variables } = usePage();
  const { authId = null } = useRoot();
  const sight = useMemo<Sight>(() => {
    const query = document as unknown as Query;
    // Root and header came with the page and are its frame; the browser asks for the screen alone.
    return { query, variables: takes(query, 'root') ? { ...variables, root: false } : variables, served, authId };
  }, [document, variables, served, authId]);
  useLayoutEffect(() => enter(sight), [sight]);
  const current = () => (found?.served === served ? found?.data : undefined);
  const data = useSyncExternalStore(listen, current, current);
  const refetch = useCallback(async () => (await start()).again(sight), [sight]);
  const leaving = (data?.screen as Screen | null | undefined)?.redirectTo;
  return { ...(served as R), ...(leaving ? null : (data as R | undefined)), refetch };
}

/**
 * The data of the page's own document: what page(…) loaded on the server and, from the first action on, a live query of Apollo's
 * cache, which that data seeds: an action that changes an entity changes the page. The browser never asks for it a second time.
 */
export const usePageQuery: <R, V>(document: Document<R, V>) => Live<R> =
  typeof window === 'undefined' ? useServedQuery : useLiveQuery;
