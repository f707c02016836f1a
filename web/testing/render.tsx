import { ApolloClient, type InMemoryCache } from '@apollo/client';
import { MockedProvider } from '@apollo/client/testing/react';
import { render } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { NextRouter } from 'next/router';
import type { ReactElement, ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { newCache } from '@/lib/cache';
import { browserLink } from '@/lib/client';
import { type Document, nameOf } from '@/lib/document';
import type { Locale } from '@/lib/locale';
import { keepClient } from '@/lib/pageClient';
import { PageContext } from '@/lib/pageContext';
import type { PageProps } from '@/lib/pageProps';
import { neutralRoot, type Root, type StoreSettings } from '@/lib/root';
import { sharedInstance } from '@/lib/server/texts';
import { FlowErrorDialog } from '@/ui/FlowErrorDialog';
import { Toasts } from '@/ui/Toast';
import { withTypenames } from './typenames';

type Options = {
  document?: Document<unknown, never> | Document<never, never>;
  data?: Record<string, unknown>;
  variables?: Record<string, unknown>;
  root?: Partial<Root>;
  storeSettingData?: Partial<StoreSettings>;
  locale?: Locale;
  address?: string;
  flowError?: PageProps['flowError'];
};

export function rootFor({
  locale = 'ja',
  root,
  storeSettingData,
}: Pick<Options, 'locale' | 'root' | 'storeSettingData'>): Root {
  const neutral = neutralRoot(locale);
  return { ...neutral, ...root, storeSettingData: { ...neutral.storeSettingData, ...storeSettingData } };
}

/** What a page of these options gets: texts of none, since tests share an instance that has all. */
export function pageFor(options: Options = {}): PageProps {
  const { document, data = {}, variables = {}, locale = 'ja', flowError = null } = options;
  const client = new ApolloClient({ cache: cacheOf(options), link: browserLink });
  const state = client.extract() as PageProps['state'];
  keepClient(state, client);
  return {
    document: document ? nameOf(document as Document<unknown, never>) : '',
    variables,
    locale,
    texts: {},
    textFiles: {},
    root: rootFor(options),
    header: (data.header as PageProps['header']) ?? null,
    state,
    fault: null,
    flowError,
  };
}

/** The cache with the data of the page's document in it. */
function cacheOf({ document, data, variables = {} }: Options): InMemoryCache {
  const cache = newCache();
  const query = document as Document<unknown, never> | undefined;
  if (query && data) cache.writeQuery<unknown>({ query, variables, data: withTypenames(query, data) });
  return cache;
}

/**
 * A view as a page has it, under Apollo's mocked provider: texts of every namespace, root data,
 * the page's own data in the cache, a router at `address`, and an API whose answers are those
 * of `testing/api.ts`.
 */
export function inPage(view: ReactNode, options: Options = {}): ReactElement {
  const { locale = 'ja', address = '/' } = options;
  return (
    <MockedProvider cache={cacheOf(options)} link={browserLink}>
      <RouterContext.Provider value={routerAt(address)}>
        <I18nextProvider i18n={sharedInstance(locale)}>
          <PageContext value={pageFor(options)}>
            {view}
            <FlowErrorDialog />
            <Toasts />
          </PageContext>
        </I18nextProvider>
      </RouterContext.Provider>
    </MockedProvider>
  );
}

/** Renders a view as a page has it. */
export function renderView(view: ReactNode, options: Options = {}) {
  return render(inPage(view, options));
}

/** A router whose page is the one at an address. */
export function routerAt(address: string): NextRouter {
  const nothing = async () => true;
  return {
    route: address,
    pathname: address,
    asPath: address,
    query: {},
    basePath: '',
    isReady: true,
    isFallback: false,
    isPreview: false,
    isLocaleDomain: false,
    push: nothing,
    replace: nothing,
    reload: () => {},
    back: () => {},
    forward: () => {},
    prefetch: async () => {},
    beforePopState: () => {},
    events: { on: () => {}, off: () => {}, emit: () => {} },
  };
}
