export const locales = ['ja', 'en'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'ja';

/** The language that Go decided, from a header or from root data; anything unknown is Japanese. */
export function localeOf(value: unknown): Locale {
  return value === 'en' ? 'en' : defaultLocale;
}
