import type { ApolloClient } from '@apollo/client';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AnswerConsentDocument } from '@/generated/AnswerConsent';
import { ConsentScreenDocument } from '@/generated/ConsentScreen';
import { EndSessionDocument } from '@/generated/EndSession';
import { SessionsScreenDocument } from '@/generated/SessionsScreen';
import { type CacheState, newCache } from '@/lib/cache';
import { changeScreen } from '@/lib/changeScreen';
import type { Document } from '@/lib/document';
import { answer, asked } from '@/testing/api';
import { withTypenames } from '@/testing/typenames';
import { LateClient } from './client';
import { ApolloProvider, useApolloClient, useMutation, useQuery } from './react';

const fine = { redirectTo: null, flowError: null };
const session = (sessionId: string) => ({
  sessionId,
  createdAt: '2026-01-04T15:04:05Z',
  lastSeenAt: '2026-01-04T16:04:05Z',
  loginMethod: 'Password',
  ip: '203.0.113.7',
  deviceInfo: null,
  browserInfo: null,
  country: null,
  current: false,
});
const option = { consentOptionId: 'o1', key: 'news', title: 't', description: null, value: false };

/** A client with what came with a page. */
function clientWith<R>(query: Document<R, never>, data: object, variables = {}) {
  const cache = newCache();
  cache.writeQuery<unknown>({ query: query as Document<unknown, never>, variables, data: withTypenames(query, data) });
  return new LateClient(JSON.parse(JSON.stringify(cache.extract())) as CacheState);
}
const withSessions = (...ids: string[]) =>
  clientWith(SessionsScreenDocument, { screen: { ...fine, sessions: ids.map(session) } });

function Sessions() {
  const { data } = useQuery(SessionsScreenDocument);
  const [end] = useMutation(EndSessionDocument, {});
  const client = useApolloClient();
  const press = () =>
    end({
      variables: { input: { sessionId: 's2' } },
      update: (cache, { data: told }) =>
        changeScreen(cache, SessionsScreenDocument, { sessions: told?.result?.sessions ?? null }),
    }).catch(() => {});
  const ask = async () => {
    const answered = await client.query<unknown>({ query: SessionsScreenDocument, fetchPolicy: 'no-cache' });
    client.writeQuery({ query: SessionsScreenDocument, data: answered.data });
  };
  return (
    <>
      <output>{data?.screen?.sessions.map(({ sessionId }) => sessionId).join() ?? 'nothing'}</output>
      <button type="button" onClick={() => void press()}>
        end
      </button>
      <button type="button" onClick={() => void ask()}>
        ask
      </button>
    </>
  );
}

function Consent() {
  const variables = { type: 'news' };
  const { data } = useQuery(ConsentScreenDocument, { variables });
  const [send] = useMutation(AnswerConsentDocument, {});
  const value = data?.screen?.consentOptions[0]?.value;
  return (
    <button
      type="button"
      onClick={() => void send({ variables: { input: { consentOptionId: 'o1', key: 'news', value: true } } })}
    >
      {String(value)}
    </button>
  );
}

const page = (client: LateClient, view = <Sessions />) => (
  <ApolloProvider client={client as unknown as ApolloClient}>{view}</ApolloProvider>
);
const shown = () => screen.getByRole('status').textContent;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const ended = (...ids: string[]) =>
  answer('EndSession', { result: { ...fine, userErrors: [], sessions: ids.map(session) } });

afterEach(() => {
  vi.doUnmock('../client');
  vi.resetModules();
});

describe('Apollo in the browser', () => {
  it('X-004: a page shows what came with it, and asks nothing', () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    render(page(withSessions('s1', 's2')));
    expect(shown()).toBe('s1,s2');
    expect(fetched).not.toHaveBeenCalled();
  });

  it('a list that an action made shorter is shorter on the page, with one call', async () => {
    ended('s1');
    render(page(withSessions('s1', 's2')));
    await press('end');
    await waitFor(() => expect(shown()).toBe('s1'));
    expect(asked('EndSession')).toEqual([{ sessionId: 's2' }]);
    expect(asked('SessionsScreen')).toEqual([]);
  });

  it('an entity that an action changed is changed wherever it is shown', async () => {
    const consent = { ...fine, type: 'news', consentOptions: [option], usesExternalPolicy: false };
    const client = clientWith(ConsentScreenDocument, { screen: consent }, { type: 'news' });
    answer('AnswerConsent', { result: { ...fine, userErrors: [], consentOption: { ...option, value: true } } });
    render(page(client, <Consent />));
    await press('false');
    expect(await screen.findByRole('button', { name: 'true' })).toBeTruthy();
  });

  it('Apollo that comes shows what is there, and nothing is rendered again', async () => {
    const client = withSessions('s1');
    const told = vi.fn();
    client.watch(SessionsScreenDocument as never).subscribe(told);
    client.prepare();
    await client.query({ query: SessionsScreenDocument, fetchPolicy: 'cache-only' });
    expect(told).not.toHaveBeenCalled();
  });

  it('a query that comes into sight after an action shows what that has changed', async () => {
    ended('s1');
    const client = withSessions('s1', 's2');
    await client.mutate({
      mutation: EndSessionDocument as never,
      variables: { input: { sessionId: 's2' } },
      update: (cache) => changeScreen(cache, SessionsScreenDocument, { sessions: [] }),
    });
    render(page(client));
    await waitFor(() => expect(shown()).toBe(''));
  });

  it('what is asked for anew replaces what is shown', async () => {
    answer('SessionsScreen', { screen: { ...fine, sessions: [] } });
    render(page(withSessions('s1')));
    await press('ask');
    await waitFor(() => expect(shown()).toBe(''));
  });

  it('an answer that comes after the page has changed stays with the former page', async () => {
    const [former, next] = [withSessions('s1', 's2'), withSessions('other')];
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    const payload = { __typename: 'EndSessionPayload', ...fine, userErrors: [], sessions: [] };
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      await held;
      return new Response(JSON.stringify({ data: { result: payload } }));
    });
    const { rerender } = render(page(former));
    await press('end');
    rerender(page(next));
    expect(shown()).toBe('other');
    await act(async () => release());
    expect(shown()).toBe('other');
  });

  it('one member’s page has nothing of the other’s', () => {
    const { rerender } = render(page(withSessions('a')));
    rerender(page(withSessions('b')));
    expect(shown()).toBe('b');
  });

  it('a page whose data is not there shows nothing, and does not break', () => {
    render(page(new LateClient({})));
    expect(shown()).toBe('nothing');
  });

  it('Apollo that cannot be loaded is loaded by the next action', async () => {
    vi.doMock('../client', () => {
      throw new Error('no network');
    });
    const { LateClient: Fresh } = await import('./client');
    const client = new Fresh({});
    const options = { mutation: EndSessionDocument as never };
    await expect(client.mutate(options)).rejects.toThrow();
    vi.doUnmock('../client');
    answer('EndSession', { result: { ...fine, userErrors: [], sessions: [] } });
    await expect(client.mutate(options)).resolves.toMatchObject({ data: { result: { userErrors: [] } } });
  });
});
