import { createInstance, type i18n } from 'i18next';
import { I18nContext, type useTranslation as useNextTranslation } from 'next-i18next/pages';
import { useContext } from 'react';
import { defaultLocale, type Locale } from './locale';

/** Translations by namespace, in the page's language only. */
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

export type Translate = (key: unknown, ...rest: unknown[]) => unknown;

type Shared = {
  lookup: (locale: Locale) => i18n;
  /** Makes a translation quicker that is asked for the same words page after page. */
  remembering: (translate: Translate, language: string) => Translate;
};

/**
 * The server keeps one instance a language for the whole process, and the browser must not ship the
 * texts behind it. So the server module that owns them leaves its look-up here; in a browser
 * nothing is ever left.
 */
const place = globalThis as { kaiinTexts?: Shared; kaiinFiles?: Embedded };

export function shareInstances(shared: Shared | undefined): void {
  place.kaiinTexts = shared;
}

let current: i18n | undefined;

type Texts = { locale: Locale; texts: Embedded; textFiles: Record<string, string> };

/**
 * The instance to render with: the shared one on the server, one made of the page's texts in the
 * browser. Those of files were fetched before the page begins (lib/early.ts).
 */
export function instanceFor({ locale, texts: inPage, textFiles }: Texts): i18n {
  if (place.kaiinTexts) return place.kaiinTexts.lookup(locale);
  const embedded = { ...inPage };
  for (const name of Object.keys(textFiles)) embedded[name] = place.kaiinFiles?.[name] ?? {};
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
 * next-i18next's hook with its types, without its bookkeeping: a page has one language for its
 * whole life and its texts come with it, so there is nothing to load or to listen to. The library's
 * own hook copies the instance at every call, which was the dearest part of rendering a page.
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
    const translate = i18n.getFixedT(null, (namespaces ?? null) as never) as unknown as Translate;
    t = place.kaiinTexts?.remembering(translate, i18n.language) ?? translate;
    known.set(key, t);
  }
  return { t, i18n, ready: true };
}) as unknown as typeof useNextTranslation;
