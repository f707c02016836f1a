import { expect, it } from 'vitest';
import { showsExpiry } from './expiry';

it.each([
  ['2036-11-21', true],
  ['2036-11-22', false],
  ['2026-11-28', true],
  [null, false],
])('K-021: on 2026/11/21 in Tokyo an entitlement until %s is shown: %s', (expiry, shown) => {
  expect(showsExpiry(expiry, new Date('2026-11-20T15:00:00Z'))).toBe(shown);
});
