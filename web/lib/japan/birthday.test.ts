import { describe, expect, it } from 'vitest';
import { maskBirthday, shownBirthday, storedBirthday, todayInTokyo, withSlashes } from './birthday';

const today = { year: 2026, month: 3, day: 15 };

//
describe('birthday mask', () => {
  it.each([
    ['V-068', '199', '199'],
    ['V-068', '19900', '1990/0'],
    ['V-068', '19900102', '1990/01/02'],
    ['V-071', '1990年01月02日345', '1990/01/02'],
    ['V-071', '１９９００１０２', '1990/01/02'],
    ['V-069', '199001029999', '1990/01/02'],
    ['F-10', '1990年1月23日', '1990/01/23'],
    ['F-10', '生年月日：1990年1月23日', '1990/01/23'],
  ])('%s: typing %s shows %s', (_row, typed, shown) => {
    expect(withSlashes(typed)).toBe(shown);
  });

  it.each([
    ['V-072', '1899/05/06', '2026/03/15'],
    ['V-072', '1899/02/06', '2026/02/06'],
    ['V-072', '2050/02/06', '2026/02/06'],
    ['V-073', '1990/1/2', '1990/01/02'],
    ['V-074', '1990/13/02', '1990/12/02'],
    ['V-075', '1990/02/31', '1990/02/28'],
    ['V-075', '2024/02/31', '2024/02/29'],
    ['V-075', '1990/04/31', '1990/04/30'],
    ['V-076', '2026/03/16', '2026/03/15'],
    ['V-076', '2026/12/31', '2026/03/15'],
    ['today itself stays', '2026/03/15', '2026/03/15'],
    ['K-036', '1900/01/01', '1900/01/01'],
    ['an unfinished date keeps its digits', '1990/1', '1990/1'],
    ['empty stays empty', '', ''],
    ['a zero month', '1990/00/00', '1990/01/01'],
  ])('%s: leaving with %s shows %s', (_row, typed, shown) => {
    expect(maskBirthday(typed, today)).toBe(shown);
  });

  it('L-090: is stored YYYYMMDD and shown YYYY/MM/DD', () => {
    expect(storedBirthday('1990/01/02')).toBe('19900102');
    expect(shownBirthday('19900102')).toBe('1990/01/02');
    expect(shownBirthday(null)).toBe('');
  });

  it('takes today from Tokyo', () => {
    expect(todayInTokyo(new Date('2025-12-31T15:00:00Z'))).toEqual({ year: 2026, month: 1, day: 1 });
  });
});
