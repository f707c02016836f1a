import { render } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { NextRouter } from 'next/router';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { type Document, nameOf } from '@/lib/document';
import type { Locale } from '@/lib/locale';
import { PageContext } from '@/lib/pageContext';
import type { PageProps } from '@/lib/pageProps';
import { neutralRoot, type Root, type StoreSettings } from '@/lib/root';
import { sharedInstance } from '@/lib/server/texts';
import { FlowErrorDialog } from '@/ui/FlowErrorDialog';
import { Toasts } from '@/ui/Toast';

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
  return {
    document: document ? nameOf(document as Document<unknown, never>) : '',
    variables,
    locale,
    texts: {},
    data: { root: rootFor(options), header: null, ...data },
    root: null,
    fault: null,
    flowError,
  };
}

/**
 * Renders as a page would: texts of every namespace, root data, the page's own data, a router at
 * `address`.
 */
export function renderView(view: ReactNode, options: Options = {}) {
  const { locale = 'ja', address = '/' } = options;
  return render(
    <RouterContext.Provider value={routerAt(address)}>
      <I18nextProvider i18n={sharedInstance(locale)}>
        <PageContext value={pageFor(options)}>
          {view}
          <FlowErrorDialog />
          <Toasts />
        </PageContext>
      </I18nextProvider>
    </RouterContext.Provider>,
  );
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
