import { describe, expect, it } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatEvery,
  formatMinute,
  formatPer,
  formatPriceOf,
  formatSecond,
  formatYen,
  isAnnual,
  shownPhone,
  shownPostalCode,
} from './format';

// 23:30 UTC is already the next morning in Tokyo.
const late = '2025-01-04T23:30:07Z';

//
describe('dates are shown in Tokyo time', () => {
  it.each([
    ['K-045', formatDate(late, 'ja'), '2025/1/5'],
    ['K-046', formatDateTime(late, 'ja'), '2025/1/5 08:30'],
    ['K-046', formatDate(late, 'en'), 'Jan 5, 2025'],
    ['beside those', formatDay(late), '2025/01/05'],
    ['to the minute', formatMinute(late), '2025/01/05 08:30'],
    ['to the second', formatSecond(late), '2025/01/05 08:30:07'],
    ['a bare day', formatDate('2024-02-29', 'ja'), '2024/2/29'],
    ['of the years with summer time', formatDate('1950-06-01', 'ja'), '1950/6/1'],
    ['midnight', formatMinute('2025-01-04T15:00:00Z'), '2025/01/05 00:00'],
  ])('%s: %s', (_row, shown, wanted) => {
    expect(shown).toBe(wanted);
  });
});

describe('prices', () => {
  it.each([
    ['K-010', formatYen(1100, 'ja'), '1,100円'],
    ['K-010', formatYen(1100, 'en'), '¥1,100'],
    ['K-010', formatYen(1_234_567, 'en'), '¥1,234,567'],
    ['free', formatYen(0, 'ja'), '0円'],
  ])('%s: %s', (_row, shown, wanted) => {
    expect(shown).toBe(wanted);
  });
});

// A-099 A-100: there is no year among the units, and twelve months alone are shown as one.
describe('periods (K-012)', () => {
  it.each([
    // row, span, unit, per ja, per en, every ja, every en
    ['K-014', 1, 'days', '1日あたり', 'per day', '毎日', 'every day'],
    ['K-014', 1, 'weeks', '1週間あたり', 'per week', '毎週', 'every week'],
    ['K-014', 1, 'months', '1か月あたり', 'per month', '毎月', 'every month'],
    ['K-013 K-015 K-018', 12, 'months', '1年あたり', 'per year', '毎年', 'yearly'],
    ['K-016 K-017', 7, 'days', '7日あたり', 'per 7 days', '7日ごと', 'every 7 days'],
    ['K-016 K-017', 12, 'weeks', '12週間あたり', 'per 12 weeks', '12週間ごと', 'every 12 weeks'],
    ['K-016 K-017', 24, 'months', '24か月あたり', 'per 24 months', '24か月ごと', 'every 24 months'],
  ])('%s: %d %s', (_row, span, unit, perJa, perEn, everyJa, everyEn) => {
    expect(formatPer(span, unit, 'ja')).toBe(perJa);
    expect(formatPer(span, unit, 'en')).toBe(perEn);
    expect(formatEvery(span, unit, 'ja')).toBe(everyJa);
    expect(formatEvery(span, unit, 'en')).toBe(everyEn);
  });

  it('K-013: only twelve months are a year', () => {
    expect([isAnnual(12, 'months'), isAnnual(12, 'weeks'), isAnnual(24, 'months')]).toEqual([true, false, false]);
  });
});

describe('numbers of a member, as the confirm page shows them', () => {
  it.each([
    ['09012345678', '090-1234-5678'],
    ['05012345678', '050-1234-5678'],
    ['0312345678', '03-1234-5678'],
    ['0120123456', '0120-123-456'],
    ['08001234567', '0800-123-4567'],
    ['08012345678', '080-1234-5678'],
    ['0451234567', '0451234567'], // its area code could have two to five digits
    ['', ''],
    [null, ''],
  ])('phone %s: %s', (digits, shown) => expect(shownPhone(digits)).toBe(shown));

  it.each([
    ['1000001', '100-0001'],
    ['10000', '10000'],
    [undefined, ''],
  ])('postal code %s: %s', (digits, shown) => expect(shownPostalCode(digits)).toBe(shown));
});

it.each([
  [980, 1, 'months', '月980円', '¥980 a month'],
  [9800, 12, 'months', '年9,800円', '¥9,800 a year'],
  [2700, 3, 'months', '3か月2,700円', '¥2,700 every 3 months'],
  [330, 1, 'weeks', '週330円', '¥330 a week'],
  [600, 2, 'weeks', '2週間600円', '¥600 every 2 weeks'],
  [50, 1, 'days', '1日50円', '¥50 a day'],
])('a price with its period in one phrase: %i for %i %s', (yen, span, unit, ja, en) => {
  expect([formatPriceOf(yen, span, unit, 'ja'), formatPriceOf(yen, span, unit, 'en')]).toEqual([ja, en]);
});
