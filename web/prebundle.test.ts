// @vitest-environment node
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as apollo from '@apollo/client';
import type * as rxjs from 'rxjs';
import { describe, expect, it } from 'vitest';
import { EndSessionDocument } from '@/generated/EndSession';
import { SessionsScreenDocument } from '@/generated/SessionsScreen';
import { prebundle } from './prebundle';

const session = {
  __typename: 'Session',
  sessionId: 's1',
  createdAt: '',
  lastSeenAt: '',
  loginMethod: 'Password',
  ip: '',
  deviceInfo: null,
  browserInfo: null,
  country: null,
  current: true,
};
const screen = { __typename: 'SessionsScreen', redirectTo: null, flowError: null, sessions: [session] };
const result = { __typename: 'EndSessionPayload', redirectTo: null, flowError: null, userErrors: [], sessions: [] };

describe('the packages as the browser gets them', () => {
  it('Apollo runs an action beside a query in sight, and two queries at once', async () => {
    const files = await prebundle();
    const load = (name: string) => import(pathToFileURL(join(import.meta.dirname, files[name] as string)).href);
    const { ApolloClient, ApolloLink, InMemoryCache } = (await load('@apollo/client')) as typeof apollo;
    const { Observable } = (await load('rxjs')) as typeof rxjs;
    const asked: (string | undefined)[] = [];
    const link = new ApolloLink(
      ({ operationName }) =>
        new Observable((observer) => {
          asked.push(operationName);
          observer.next({ data: operationName === 'EndSession' ? { result } : { screen } });
          observer.complete();
        }),
    );
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const query = SessionsScreenDocument;
    await Promise.all([client.query({ query }), client.query({ query })]);
    const shown: unknown[] = [];
    const watched = client.watchQuery({ query, fetchPolicy: 'cache-only' });
    const subscription = watched.subscribe(({ data }) => shown.push(data?.screen?.sessions?.length));
    await client.mutate({
      mutation: EndSessionDocument,
      variables: { input: { sessionId: 's1' } },
      update: (cache) => {
        cache.updateQuery({ query }, (data) => data?.screen && { ...data, screen: { ...data.screen, sessions: [] } });
      },
    });
    await expect.poll(() => shown).toEqual([1, 0]);
    expect(asked).toEqual(['SessionsScreen', 'EndSession']);
    subscription.unsubscribe();
  }, 60_000);
});
