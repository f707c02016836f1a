// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { LoginScreenDocument } from '@/generated/LoginScreen';
import { SessionsScreenDocument } from '@/generated/SessionsScreen';
import { newCache } from '@/lib/cache';
import { queriesOfPages, trialsOf } from '@/testing/queries';
import { exampleOf } from '@/testing/typenames';
import { PageCache } from './pageCache';

type Values = Record<string, unknown>;

/** The same answer, in which all entities of a type are one. */
const asOne = (data: Values): Values => JSON.parse(JSON.stringify(data).replace(/"\.[^"]*?(\w+)(\[\d\])*"/g, '"$1"'));

describe('the cache of a request', () => {
  it.each(queriesOfPages)('%s: gives out and reads what Apollo’s own would', (_, query) => {
    const example = exampleOf(query);
    for (const variables of trialsOf(query)) {
      for (const data of [example, asOne(example)]) {
        const [own, apollo] = [new PageCache(), newCache()];
        for (const cache of [own, apollo]) cache.writeQuery<unknown>({ query, variables, data });
        expect(own.extract()).toEqual(apollo.extract());
        expect(own.readQuery<unknown>({ query, variables })).toBe(data);
        expect(data).toMatchObject(apollo.readQuery<unknown>({ query, variables }) as object);
      }
    }
  });

  it('has nothing for another document, or other variables', () => {
    const cache = new PageCache();
    const query = LoginScreenDocument as never;
    const diff = (of: unknown, variables?: Values) => cache.diff({ query: of as never, variables, optimistic: true });
    expect(diff(query).complete).toBe(false);
    cache.writeQuery<unknown>({ query, variables: { returnTo: '/mypage' }, data: exampleOf(query) });
    expect(diff(query, { returnTo: '/mypage', root: true }).complete).toBe(true);
    expect(diff(query, { returnTo: '/plans' })).toMatchObject({ complete: false, result: null });
    expect(diff(SessionsScreenDocument, { returnTo: '/mypage' })).toMatchObject({ complete: false, result: null });
  });
});
