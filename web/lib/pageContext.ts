import { createContext, useContext } from 'react';
import type { HeaderFragment } from '@/generated/fragments';
import { localeOf } from './locale';
import type { PageProps } from './pageProps';
import { neutralRoot, type Root } from './root';

export const PageContext = createContext<PageProps | null>(null);

export function usePage(): PageProps {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage needs a route whose getServerSideProps is page(…)');
  return page;
}

export function rootOf(page: PageProps): Root {
  return (page.data as { root?: Root | null } | null)?.root ?? page.root ?? neutralRoot(page.locale);
}

/** The store, its flags, the member who is logged in and what browser this is. */
export function useRoot(): Root {
  return rootOf(usePage());
}

export function useStore(): Root['storeSettingData'] {
  return useRoot().storeSettingData;
}

/** Name and picture of the member, for the header; null on pages that have none. */
export function useHeader(): HeaderFragment | null {
  return (usePage().data as { header?: HeaderFragment | null } | null)?.header ?? null;
}

export function useLocale() {
  return localeOf(usePage().locale);
}
