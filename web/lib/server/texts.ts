import type { i18n } from 'i18next';
import { type Embedded, instance, shareInstances } from '@/lib/i18n';
import { type Locale, locales } from '@/lib/locale';
import { en, ja, type Namespace } from '@/messages/registry';
import { remembering } from './remembering';

type Tree = { [key: string]: string | Tree };

/** English with Japanese wherever a translation is missing, so that no member ever reads a key. */
export function withFallback(own: object, fallback: object): Tree {
  const merged: Tree = { ...(fallback as Tree) };
  for (const [key, value] of Object.entries(own as Tree)) {
    const under = merged[key];
    if (typeof value === 'object') merged[key] = withFallback(value, typeof under === 'object' ? under : {});
    else if (value !== '') merged[key] = value;
  }
  return merged;
}

const namespaces = Object.keys(ja) as Namespace[];

const texts: Record<Locale, Record<Namespace, Tree>> = { ja: pick(ja), en: pick(en) };

function pick(own: Record<Namespace, object>): Record<Namespace, Tree> {
  return Object.fromEntries(namespaces.map((name) => [name, withFallback(own[name], ja[name])])) as Record<
    Namespace,
    Tree
  >;
}

/**
 * What a page carries for the browser: the common texts and the namespaces it asks for, in one
 * language. Pages with a form ask for `validation` too.
 */
export function embed(locale: Locale, wanted: readonly Namespace[]): Embedded {
  const out: Embedded = {};
  for (const name of ['common', ...wanted] as Namespace[]) out[name] = texts[locale][name];
  return out;
}

const shared = new Map<Locale, i18n>(locales.map((locale) => [locale, instance(locale, texts[locale])]));

/** The server's one i18next instance of a language. Nothing in it belongs to a member. */
export function sharedInstance(locale: Locale): i18n {
  return shared.get(locale) as i18n;
}

/** What the server lends to every page that it renders. */
export const lent = { lookup: sharedInstance, remembering };

shareInstances(lent);
