import { readFileSync } from 'node:fs';

export type Locale = 'ja' | 'en';
export const locales: readonly Locale[] = ['ja', 'en'];

/** What goes into the braces of a text. */
export type Words = Record<string, string | number>;

type Texts = { [key: string]: string | Texts };

const web = new URL('../../web/', import.meta.url);
const shared = new Set(['common', 'validation']);
const loaded = new Map<string, Texts>();

function catalogue(namespace: string, locale: Locale): Texts {
  const file = shared.has(namespace) ? `messages/${namespace}.${locale}.json` : `features/${namespace}/${locale}.json`;
  const texts = loaded.get(file) ?? (JSON.parse(readFileSync(new URL(file, web), 'utf8')) as Texts);
  loaded.set(file, texts);
  return texts;
}

/**
 * The product's words: `say('en', 'signup:form.submit')`, names in braces replaced. Journeys find
 * things by what a person reads, so a changed word changes them along; words that the specification
 * fixes are written out in the journeys instead.
 */
export function say(locale: Locale, key: string, values: Record<string, string | number> = {}): string {
  const [namespace = '', path = ''] = key.split(':');
  let found: string | Texts | undefined = catalogue(namespace, locale);
  for (const part of path.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  if (typeof found !== 'string') throw new Error(`There is no text ${key} in ${locale}.`);
  return found.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** What the demo store calls the code it mails during sign-up. */
export const codeName: Record<Locale, string> = { ja: '認証コード', en: 'verification code' };

/** The same at the head of its field, where a sentence would begin. */
export const codeLabel: Record<Locale, string> = { ja: '認証コード', en: 'Verification code' };
