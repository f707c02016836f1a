import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFigure, measure } from './parts.mjs';

test('a part that breaks takes nothing from the others, and keeps what it had found', async () => {
  const parts = {
    logins: async () => 3,
    growth: async () => {
      throw Object.assign(new Error('no row'), { found: [{ name: 'login', time: 1 }] });
    },
    pages: async () => Number.NaN,
    provider: async () => ({ refresh: { ms: 1 } }),
  };
  const { results, broken } = await measure(parts, () => {});
  assert.deepEqual(results, { logins: 3, growth: [{ name: 'login', time: 1 }], provider: { refresh: { ms: 1 } } });
  assert.deepEqual(broken, { growth: 'no row', pages: 'it gave null, which is no figure' });
});

test('a figure is a number or a table of numbers', () => {
  for (const figure of [0, { name: 'x', ms: 1 }, [{ ms: 1 }, { ms: 2 }]]) assert.equal(isFigure(figure), true);
  for (const none of [Number.NaN, undefined, [], {}, { name: 'x' }, [{ ms: 1 }, { ms: Number.NaN }]])
    assert.equal(isFigure(none), false);
});
