import { blanks, hyphens, toHalfWidth } from '../typed';

const earliestYear = 1900;

type Day = { year: number; month: number; day: number };

/** Today's calendar day in Tokyo. */
export function todayInTokyo(now: Date = new Date()): Day {
  const tokyo = new Date(now.getTime() + 9 * 3_600_000);
  return { year: tokyo.getUTCFullYear(), month: tokyo.getUTCMonth() + 1, day: tokyo.getUTCDate() };
}

const day = /^(\d{4})(?:年|[/.-])(\d{1,2})(?:月|[/.-])(\d{1,2})日?$/;

/** A day as YYYYMMDD, also of 1990年4月1日 and 1990-4-1. */
export function toBirthday(value: string): string {
  const text = toHalfWidth(value).replace(blanks, '');
  const parts = day.exec(text.replace(hyphens, '-'));
  return parts ? `${parts[1]}${parts[2]?.padStart(2, '0')}${parts[3]?.padStart(2, '0')}` : text;
}

/**
 * Digits with slashes while typing: 199 → 199, 19900 → 1990/0, 19900102 → 1990/01/02. At most 8
 * digits. Where the parts of a whole date are already separated, they stay the parts: 1990年1月23日 is
 * no day in December.
 */
export function withSlashes(value: string): string {
  const text = toHalfWidth(value);
  const found = apart.exec(text);
  if (found) return [found[1], found[2]?.padStart(2, '0'), found[3]?.padStart(2, '0')].join('/');
  const digits = text.replace(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)].filter(Boolean).join('/');
}

/** A year, a month and a day with something between them, and words around them. */
const apart = /(?<!\d)(\d{4})\D+(\d{1,2})\D+(\d{1,2})(?!\d)/;

/**
 * A birthday while it is typed: digits get their slashes. Other separators are kept until the field
 * is left: 1990/1/2 and 1990年1月2日 are dates too. Parts in another order are kept as well, for the
 * check to refuse: slashes elsewhere would make another date of them.
 */
export function whileBirthday(value: string): string {
  const text = toHalfWidth(value).replace(hyphens, '-');
  return yearFirst.test(text) || yearLater.test(text) ? value : withSlashes(value);
}

const yearFirst = /^\d{4} ?[年/. -] ?(\d{0,2}|\d{1,2} ?[月/. -] ?\d{0,2} ?日?)$/;
const yearLater = /^\d{1,3} ?[/.-] ?(\d{0,2}|\d{1,2} ?[/.-] ?\d{0,4})$/;

/** The birthday, with its slashes, that a whole pasted text is; undefined for what is none. */
export function pastedBirthday(value: string): string | undefined {
  const text = toBirthday(value);
  const shown = withSlashes(text);
  return /^\d{8}$/.test(text) && maskBirthday(shown) === shown ? shown : undefined;
}

/**
 * What the birthday mask makes of a text when the member leaves the field: a year outside 1900 to
 * this year becomes this year, the month is padded and at most 12, the day at most the month's
 * last, a day to come becomes today. A text that is not yet a whole date is what it is while typed.
 */
export function maskBirthday(value: string, today: Day = todayInTokyo()): string {
  const parts = partsOf(value);
  if (!parts) return whileBirthday(value);
  const year = parts.year < earliestYear || parts.year > today.year ? today.year : parts.year;
  const month = Math.min(Math.max(parts.month, 1), 12);
  const day = Math.min(Math.max(parts.day, 1), daysIn(year, month));
  const masked = { year, month, day };
  const date = order(masked) > order(today) ? today : masked;
  return `${date.year}/${pad(date.month)}/${pad(date.day)}`;
}

/** 1990/1/2 and 19900102 alike; null while a part is missing. */
function partsOf(value: string): Day | null {
  const found = apart.exec(toHalfWidth(value)) ?? /^(\d{4})\/?(\d{2})\/?(\d{2})$/.exec(toHalfWidth(value));
  return found ? { year: Number(found[1]), month: Number(found[2]), day: Number(found[3]) } : null;
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function order({ year, month, day }: Day): number {
  return year * 10_000 + month * 100 + day;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

/** As stored: YYYYMMDD. */
export function storedBirthday(shown: string): string {
  return shown.replace(/\D/g, '');
}

/** As shown: YYYY/MM/DD. */
export function shownBirthday(stored: string | null | undefined): string {
  return withSlashes(stored ?? '');
}
