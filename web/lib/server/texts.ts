import type { i18n } from 'i18next';
import { type Embedded, instance, shareInstances } from '@/lib/i18n';
import { type Locale, locales } from '@/lib/locale';
import type { PageProps } from '@/lib/pageProps';
import type { Namespace } from '@/messages/registry';
import { texts } from '@/messages/whole';
import { remembering } from './remembering';

/** Of the build (next.config.ts); a server that is developed on has none. */
const paths = JSON.parse(process.env.TEXT_PATHS ?? 'null') as Record<Locale, Record<Namespace, string>> | null;

/**
 * What the browser gets of a page's texts: the common ones and the namespaces that it asks for, in
 * one language. Pages with a form ask for `validation` too. A page names files of texts; what Next
 * asks for to turn to a page without loading it has the texts in it.
 */
export function textsFor(
  { url }: { url?: string | undefined },
  locale: Locale,
  wanted: readonly Namespace[],
): Pick<PageProps, 'texts' | 'textFiles'> {
  if (!paths || url?.startsWith('/_next/data/')) return { texts: embed(locale, wanted), textFiles: {} };
  const file = (name: Namespace) => [name, `/_next/static/${paths[locale][name]}`] as const;
  return { texts: {}, textFiles: Object.fromEntries(withCommon(wanted).map(file)) };
}

const withCommon = (wanted: readonly Namespace[]): Namespace[] => ['common', ...wanted];

/** Texts that travel in the page. */
export function embed(locale: Locale, wanted: readonly Namespace[]): Embedded {
  return Object.fromEntries(withCommon(wanted).map((name) => [name, texts[locale][name]]));
}

const shared = new Map<Locale, i18n>(locales.map((locale) => [locale, instance(locale, texts[locale])]));

/** The server's one i18next instance of a language. Nothing in it belongs to a member. */
export function sharedInstance(locale: Locale): i18n {
  return shared.get(locale) as i18n;
}

/** What the server lends to every page that it renders. */
export const lent = { lookup: sharedInstance, remembering };

shareInstances(lent);
