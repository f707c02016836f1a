import { describe, expect, it } from 'vitest';
import { router } from '@/testing/router';
import { refresh } from './desk';

describe('a page of the staff is loaded once more', () => {
  it.each([
    ['/staff/members/a1?kind=NOTE', 1],
    ['/staff/members/a1?kind=NOTE#name', 2],
  ])('%s: the hash, which keeps Next from loading it, goes first', async (address, calls) => {
    window.history.replaceState(null, '', address);
    router.replace.mockImplementation((to: string) => window.history.replaceState(null, '', to));
    await refresh();
    expect(router.replace.mock.calls).toEqual(
      Array(calls).fill(['/staff/members/a1?kind=NOTE', undefined, { scroll: false }]),
    );
  });
});
