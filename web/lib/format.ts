import type { Locale } from './locale';

const englishDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Asia/Tokyo',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
});

const englishMonthDay = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Tokyo', month: 'short', day: 'numeric' });

type Instant = string | Date;

const ahead = 9 * 60 * 60 * 1000; // of UTC, the whole year

/**
 * The fields of an instant in Tokyo, whatever the machine's zone: server and browser must agree. A
 * bare day stays that day.
 */
function inTokyo(instant: Instant) {
  const at = new Date(dateOf(instant).getTime() + ahead);
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    time: [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two),
  };
}

function dateOf(instant: Instant): Date {
  if (instant instanceof Date) return instant;
  return new Date(/^\d{4}-\d{2}-\d{2}$/.test(instant) ? `${instant}T00:00:00+09:00` : instant);
}

const two = (value: number) => String(value).padStart(2, '0');

/** 09:05, 09:05:07 */
function timeOf(instant: Instant, parts: 2 | 3): string {
  return inTokyo(instant).time.slice(0, parts).join(':');
}

/** 2025/1/5 · Jan 5, 2025 */
export function formatDate(instant: Instant, locale: Locale): string {
  if (locale === 'en') return englishDay.format(dateOf(instant));
  const { year, month, day } = inTokyo(instant);
  return `${year}/${month}/${day}`;
}

/** 2025/1/5 09:05 · Jan 5, 2025 09:05 */
export function formatDateTime(instant: Instant, locale: Locale): string {
  return `${formatDate(instant, locale)} ${timeOf(instant, 2)}`;
}

/** 12月10日 · Dec 10; with the year 2026年12月10日 · Dec 10, 2026 */
export function formatChargeDay(instant: Instant, locale: Locale, withYear: boolean): string {
  if (locale === 'en') return withYear ? englishDay.format(dateOf(instant)) : englishMonthDay.format(dateOf(instant));
  const { year, month, day } = inTokyo(instant);
  return `${withYear ? `${year}年` : ''}${month}月${day}日`;
}

/** Of what is paid for so many days, the year is named with the day of the charge. */
const longPeriod = 300;

/** Whether the year is named with the day on which the days from one to the other are charged. */
export function isLongPeriod(from: string | null, to: string | null): boolean {
  return !!from && !!to && Date.parse(to) - Date.parse(from) > longPeriod * 24 * 60 * 60 * 1000;
}

/** 202912 of a card: 2029/12 · 12/2029 */
export function formatExpiry(month: string, locale: Locale): string {
  const [year, number] = [month.slice(0, 4), month.slice(4)];
  return locale === 'en' ? `${number}/${year}` : `${year}/${number}`;
}

/** 2025/01/05 · Jan 5, 2025, beside what is told to the minute. The desk tells it one way. */
export function formatDay(instant: Instant, locale: Locale = 'ja'): string {
  if (locale === 'en') return englishDay.format(dateOf(instant));
  const { year, month, day } = inTokyo(instant);
  return `${year}/${two(month)}/${two(day)}`;
}

/** 2025/01/05 09:05 · Jan 5, 2025 09:05 */
export function formatMinute(instant: Instant, locale?: Locale): string {
  return `${formatDay(instant, locale)} ${timeOf(instant, 2)}`;
}

/** 2025/01/05 09:05:07 · Jan 5, 2025 09:05:07 */
export function formatSecond(instant: Instant, locale?: Locale): string {
  return `${formatDay(instant, locale)} ${timeOf(instant, 3)}`;
}

/** 1,100円 · ¥1,100 */
export function formatYen(yen: number, locale: Locale): string {
  const grouped = String(yen).replace(/\B(?=(\d{3})+$)/g, ',');
  return locale === 'ja' ? `${grouped}円` : `¥${grouped}`;
}

const units = {
  days: { ja: '日', jaCount: '日', en: 'day' },
  weeks: { ja: '週', jaCount: '週間', en: 'week' },
  months: { ja: '月', jaCount: 'か月', en: 'month' },
};

type Unit = keyof typeof units;

function unitOf(unit: string): Unit {
  const name = unit.toLowerCase();
  return name in units ? (name as Unit) : 'months';
}

/** Only twelve months are a year; 24 months stay 24 months, 12 weeks stay weeks (A-099, A-100). */
export function isAnnual(span: number, unit: string): boolean {
  return span === 12 && unitOf(unit) === 'months';
}

/** Beside a price: 1日あたり, 1か月あたり, 1年あたり, 3か月あたり · per day, per month, per year, per 3 months */
export function formatPer(span: number, unit: string, locale: Locale): string {
  const { jaCount, en } = units[unitOf(unit)];
  if (isAnnual(span, unit)) return locale === 'ja' ? '1年あたり' : 'per year';
  if (locale === 'ja') return `${span}${jaCount}あたり`;
  return span === 1 ? `per ${en}` : `per ${span} ${en}s`;
}

/** Short: 毎日, 毎週, 毎月, 毎年, 3か月ごと · daily, weekly, monthly, yearly, every 3 months */
export function formatEvery(span: number, unit: string, locale: Locale): string {
  const { ja, jaCount, en } = units[unitOf(unit)];
  if (isAnnual(span, unit)) return locale === 'ja' ? '毎年' : 'yearly';
  if (locale === 'ja') return span === 1 ? `毎${ja}` : `${span}${jaCount}ごと`;
  return span === 1 ? `every ${en}` : `every ${span} ${en}s`;
}

/**
 * A price with its period in one phrase: 月980円, 年9,800円, 3か月2,700円 · ¥980 a month, ¥2,700
 * every 3 months.
 */
export function formatPriceOf(yen: number, span: number, unit: string, locale: Locale): string {
  const price = formatYen(yen, locale);
  const { ja, jaCount, en } = units[unitOf(unit)];
  const annual = isAnnual(span, unit);
  if (locale === 'ja')
    return `${annual ? '年' : span === 1 && unitOf(unit) !== 'days' ? ja : `${span}${jaCount}`}${price}`;
  if (annual) return `${price} a year`;
  return span === 1 ? `${price} a ${en}` : `${price} every ${span} ${en}s`;
}

/** 1000001 → 100-0001; anything else as it is. */
export function shownPostalCode(digits: string | null | undefined): string {
  return (digits ?? '').replace(/^(\d{3})(\d{4})$/, '$1-$2');
}

/** Where the parts of a number are sure: mobile and IP phones, Tokyo and Osaka, free calls. */
const phones = [
  /^(0[5789]0)([1-9]\d{3})(\d{4})$/,
  /^(0[36])(\d{4})(\d{4})$/,
  /^(0120)(\d{3})(\d{3})$/,
  /^(0800)(\d{3})(\d{4})$/,
];

/**
 * 09012345678 → 090-1234-5678; a number whose area code could have several lengths stays as it is.
 */
export function shownPhone(digits: string | null | undefined): string {
  const parts = phones.map((pattern) => pattern.exec(digits ?? '')).find((found) => found);
  return parts ? parts.slice(1).join('-') : (digits ?? '');
}
