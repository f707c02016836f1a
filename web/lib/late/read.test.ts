// @vitest-environment node
import { stripTypename } from '@apollo/client/utilities';
import { describe, expect, it } from 'vitest';
import { newCache } from '@/lib/cache';
import type { Document } from '@/lib/document';
import { exampleOf } from '@/testing/typenames';
import { readQuery } from './read';

type Query = Document<unknown, never>;

const modules = import.meta.glob<Record<string, Query>>('/generated/*Screen.ts', { eager: true });
const queries = Object.entries(modules).map(
  ([file, module]) => [file.replace(/^.*\/|\.ts$/g, ''), Object.values(module)[0] as Query] as const,
);
/** Its variables. Those that are true or false unless given are given. */
const variablesOf = ({ definitions: [operation] }: Query) =>
  operation?.kind === 'OperationDefinition'
    ? (operation.variableDefinitions ?? []).map(({ variable, defaultValue }) => ({
        name: variable.name.value,
        isGiven: defaultValue?.kind === 'BooleanValue',
      }))
    : [];

describe('what a page shows before Apollo is there', () => {
  it('sees every page', () => expect(queries.length).toBeGreaterThan(70));

  it.each(queries)('%s: is what Apollo reads from the same data', (_, query) => {
    for (const of of [(_: string) => undefined, (name: string) => name, (_: string) => null, (_: string) => true]) {
      const variables = Object.fromEntries(
        variablesOf(query).map(({ name, isGiven }) => [name, isGiven ? of(name) === true : of(name)]),
      );
      const cache = newCache({ rereads: true });
      cache.writeQuery<unknown>({ query, variables, data: exampleOf(query) });
      const state = JSON.parse(JSON.stringify(cache.extract()));
      const read = cache.readQuery<unknown>({ query, variables });
      expect(read).toBeTruthy();
      expect(readQuery(state, query, variables)).toEqual(stripTypename(read));
    }
  });

  it('is nothing where a field is missing, or nothing was asked', () => {
    const [, query] = queries.find(([name]) => name === 'SessionsScreen') as (typeof queries)[number];
    const whole = { __typename: 'SessionsScreen', redirectTo: null, flowError: null, sessions: [] };
    expect(readQuery({}, query, {})).toBeUndefined();
    expect(readQuery({ ROOT_QUERY: { __typename: 'Query', sessionsScreen: whole } }, query, {})).toEqual({
      screen: stripTypename(whole),
    });
    const { sessions: _, ...part } = whole;
    expect(readQuery({ ROOT_QUERY: { __typename: 'Query', sessionsScreen: part } }, query, {})).toBeUndefined();
  });
});
