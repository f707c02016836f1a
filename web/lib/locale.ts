export const locales = ['ja', 'en'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'ja';

/** What Go decided, as it stands in a header or in root data; anything unknown is Japanese. */
export function localeOf(value: unknown): Locale {
  return value === 'en' ? 'en' : defaultLocale;
}
