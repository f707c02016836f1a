import { createInstance, type i18n } from 'i18next';
import { I18nContext, type useTranslation as useNextTranslation } from 'next-i18next/pages';
import { useContext } from 'react';
import { defaultLocale, type Locale } from './locale';

/** Translations that travel in the page: namespace → texts, in the page's language only. */
export type Embedded = Record<string, object>;

export function instance(locale: Locale, texts: Embedded): i18n {
  const created = createInstance({
    lng: locale,
    fallbackLng: defaultLocale,
    resources: { [locale]: texts as Record<string, Record<string, string>> },
    defaultNS: 'common',
    ns: Object.keys(texts),
    initAsync: false,
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false },
  });
  void created.init();
  return created;
}

/**
 * The server keeps one instance a language for the whole process, and the browser must not ship the texts behind it. So the
 * server module that owns them leaves its look-up here; in a browser nothing is ever left.
 */
const place = globalThis as { kaiinTexts?: (locale: Locale) => i18n };

export function shareInstances(lookup: (locale: Locale) => i18n): void {
  place.kaiinTexts = lookup;
}

let current: i18n | undefined;

/** The instance to render with: the shared one on the server, one made of the embedded texts in the browser. */
export function instanceFor(locale: Locale, embedded: Embedded): i18n {
  if (place.kaiinTexts) return place.kaiinTexts(locale);
  if (current?.language !== locale) {
    current = instance(locale, embedded);
    return current;
  }
  for (const [name, texts] of Object.entries(embedded)) {
    if (current.hasResourceBundle(locale, name)) continue;
    current.addResourceBundle(locale, name, texts);
    fixed.delete(current);
  }
  return current;
}

const fixed = new WeakMap<i18n, Map<string, unknown>>();

/**
 * next-i18next's hook with its types, without its bookkeeping: a page has one language for its whole life and its texts come
 * with it, so there is nothing to load or to listen to. The library's own hook copies the instance at every call, which was
 * the dearest part of rendering a page.
 */
export const useTranslation = ((namespaces?: string | string[]) => {
  const { i18n } = useContext(I18nContext) ?? {};
  if (!i18n) throw new Error('useTranslation needs an I18nextProvider above it');
  let known = fixed.get(i18n);
  if (!known) {
    known = new Map();
    fixed.set(i18n, known);
  }
  const key = String(namespaces ?? '');
  let t = known.get(key);
  if (!t) {
    t = remembering(i18n.getFixedT(null, (namespaces ?? null) as never) as never);
    known.set(key, t);
  }
  return { t, i18n, ready: true };
}) as unknown as typeof useNextTranslation;

type Translate = (key: unknown, ...rest: unknown[]) => unknown;

/**
 * A text is looked up once and only its blanks are filled anew; looking the same words up for every page was a tenth of its
 * cost. What else the library can do with options (plurals, contexts, formats, nesting) is left to it.
 */
function remembering(translate: Translate): Translate {
  const plain = new Map<string, unknown>();
  const patterns = new Map<string, Pattern | null>();
  return (key, ...rest) => {
    if (typeof key !== 'string' || rest.length > 1) return translate(key, ...rest);
    if (rest.length === 1) {
      let pattern = patterns.get(key);
      if (pattern === undefined) {
        pattern = patternOf(translate(key, { skipInterpolation: true }));
        patterns.set(key, pattern);
      }
      return (pattern && filled(pattern, rest[0])) ?? translate(key, rest[0]);
    }
    let words = plain.get(key);
    if (words === undefined) {
      words = translate(key);
      plain.set(key, words);
    }
    return words;
  };
}

type Pattern = { text: string; blanks: ReadonlySet<string> };

const blank = /\{\{(\w+)\}\}/g;

/** A text whose blanks are bare names; null when it is none, or nests or formats. A count may choose between plurals. */
function patternOf(text: unknown): Pattern | null {
  if (typeof text !== 'string' || /\{\{|\$t\(/.test(text.replace(blank, ''))) return null;
  const blanks = new Set(Array.from(text.matchAll(blank), ([, name]) => name as string));
  return blanks.has('count') ? null : { text, blanks };
}

/** The text with its blanks filled; null when there is more to the options than a word or number for each blank. */
function filled({ text, blanks }: Pattern, options: unknown): string | null {
  const values = options as Record<string, unknown>;
  const names = Object.keys(values ?? {});
  const fits = (name: string) =>
    blanks.has(name) && (typeof values[name] === 'string' || typeof values[name] === 'number');
  if (names.length !== blanks.size || !names.every(fits)) return null;
  return text.replace(blank, (_, name: string) => String(values[name]));
}
