import { describe, expect, it } from 'vitest';
import { monthlyPrice } from './monthly';

describe('what a plan costs a month', () => {
  it.each([
    [980, 1, 'months', 980, true],
    [9800, 12, 'months', 817, false],
    [9600, 12, 'months', 800, true],
    [330, 1, 'weeks', 1430, false],
    [300, 1, 'weeks', 1300, false],
    [120, 1, 'days', 3650, false], // a division before the end would make it 3,651
    [660, 1, 'days', 20075, false],
  ] as const)('%s yen for %s %s is %s yen a month', (price, renewSpan, renewSpanUnit, yen, exact) => {
    expect(monthlyPrice({ price, renewSpan, renewSpanUnit })).toEqual({ yen, exact });
  });
});
