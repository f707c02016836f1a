// @vitest-environment node
import { stripTypename } from '@apollo/client/utilities';
import { describe, expect, it } from 'vitest';
import { newCache } from '@/lib/cache';
import { queriesOfPages, trialsOf } from '@/testing/queries';
import { exampleOf } from '@/testing/typenames';
import { readQuery } from './read';

describe('what a page shows before Apollo is there', () => {
  it('sees every page', () => expect(queriesOfPages.length).toBeGreaterThan(70));

  it.each(queriesOfPages)('%s: is what Apollo reads from the same data', (_, query) => {
    for (const variables of trialsOf(query)) {
      const cache = newCache();
      cache.writeQuery<unknown>({ query, variables, data: exampleOf(query) });
      const state = JSON.parse(JSON.stringify(cache.extract()));
      const read = cache.readQuery<unknown>({ query, variables });
      expect(read).toBeTruthy();
      expect(readQuery(state, query, variables)).toEqual(stripTypename(read));
    }
  });

  it('is nothing where a field is missing, or nothing was asked', () => {
    const [, query] = queriesOfPages.find(([name]) => name === 'SessionsScreen') as (typeof queriesOfPages)[number];
    const whole = { __typename: 'SessionsScreen', redirectTo: null, flowError: null, sessions: [] };
    expect(readQuery({}, query, {})).toBeUndefined();
    expect(readQuery({ ROOT_QUERY: { __typename: 'Query', sessionsScreen: whole } }, query, {})).toEqual({
      screen: stripTypename(whole),
    });
    const { sessions: _, ...part } = whole;
    expect(readQuery({ ROOT_QUERY: { __typename: 'Query', sessionsScreen: part } }, query, {})).toBeUndefined();
  });
});
