import { createContext, useContext } from 'react';
import type { HeaderFragment } from '@/generated/fragments';
import type { Document } from './document';
import { localeOf } from './locale';
import type { PageProps } from './pageProps';
import type { Root } from './root';

export const PageContext = createContext<PageProps | null>(null);

export function usePage(): PageProps {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage needs a route whose getServerSideProps is page(…)');
  return page;
}

/** The store, its flags, the member who is logged in and what browser this is. */
export function useRoot(): Root {
  return usePage().root;
}

/** The id of the member, also where there is no page around; null: a visitor. */
export function useAuthId(): string | null {
  return useContext(PageContext)?.root.authId ?? null;
}

export function useStore(): Root['storeSettingData'] {
  return useRoot().storeSettingData;
}

/** Name and picture of the member, for the header; null on pages that have none. */
export function useHeader(): HeaderFragment | null {
  return usePage().header;
}

/** What the page's own document was run with: its address in other words. */
export function useVariables<V extends object>(_document: Document<unknown, V>): V {
  return usePage().variables as V;
}

export function useLocale() {
  return localeOf(usePage().locale);
}
