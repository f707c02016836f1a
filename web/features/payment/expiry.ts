import { limits } from '@/lib/limits';
import { toHalfWidth } from '@/lib/typed';

/*
 * The month in which a card expires, as it is printed on it: 12/29. What is typed or pasted may
 * have any width, no slash, a year of four digits, or the year first.
 */

const shapes = [
  /^(?<month>\d{1,2})\D+(?<year>\d{2}|\d{4})\D*$/,
  /^(?<year>\d{4})\D+(?<month>\d{1,2})\D*$/,
  /^(?<month>\d{1,2})(?<year>\d{2})$/,
  /^(?<month>0\d|1[0-2])(?<year>\d{4})$/,
  /^(?<year>\d{4})(?<month>\d{2})$/,
];

/** MM/YY; what is no month and year stays as it is, in half width. */
export function toExpiry(value: string): string {
  const text = toHalfWidth(value);
  for (const shape of shapes) {
    const { month, year } = shape.exec(text)?.groups ?? {};
    if (month && year) return `${month.padStart(2, '0')}/${year.slice(-2)}`;
  }
  return text;
}

/** YYYYMM of what toExpiry has made; null where that is no month. */
export function expiryMonth(value: string): string | null {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(value) ?? [];
  return month && year ? `20${year}${month}` : null;
}

/** Whether a card may expire in the month: of this year or the next nine (K-029). */
export function isOffered(month: string, present: string): boolean {
  return Number(month.slice(0, 4)) < Number(present.slice(0, 4)) + limits.card.expiryYears;
}

/** While it is typed, the slash comes by itself after the month. */
export function maskExpiry(value: string): string {
  const text = value.normalize('NFKC');
  if (!/^\d{1,4}$/.test(text)) return text;
  const digits = text > '1' && !/^[01]/.test(text) ? `0${text}` : text;
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}
