import '@/ui/styles.css';
import type { AppProps } from 'next/app';
import Head from 'next/head';
import Router from 'next/router';
import { useEffect, useRef } from 'react';
import { I18nextProvider } from 'react-i18next';
import { ErrorView } from '@/features/errors/ErrorView';
import { watchIdentity } from '@/lib/bfcache';
import { instanceFor } from '@/lib/i18n';
import { PageContext, rootOf } from '@/lib/pageContext';
import type { PageProps } from '@/lib/pageProps';
import { FlowErrorDialog } from '@/ui/FlowErrorDialog';
import { Toasts } from '@/ui/Toast';

export default function App({ Component, pageProps }: AppProps<PageProps>) {
  const { authId, storeSettingData: store } = rootOf(pageProps);
  const shownFor = useRef(authId);

  useEffect(() => {
    shownFor.current = authId;
    document.documentElement.lang = pageProps.locale;
  }, [authId, pageProps.locale]);
  useEffect(() => watchIdentity(() => shownFor.current), []);
  useEffect(() => {
    Router.events.on('routeChangeComplete', toContent);
    return () => Router.events.off('routeChangeComplete', toContent);
  }, []);

  return (
    <I18nextProvider i18n={instanceFor(pageProps.locale, pageProps.texts)}>
      <PageContext value={pageProps}>
        <Head>
          <title key="title">{store.serviceName}</title>
          <meta key="description" name="description" content={store.serviceDescription} />
          {store.images.favicon && <link key="icon" rel="icon" href={store.images.favicon} />}
          {store.images.appleTouchIcon && (
            <link key="touch" rel="apple-touch-icon" href={store.images.appleTouchIcon} />
          )}
        </Head>
        {pageProps.fault ? <ErrorView fault={pageProps.fault} /> : <Component />}
        <FlowErrorDialog />
        <Toasts />
      </PageContext>
    </I18nextProvider>
  );
}

/** After a change of page without a reload the keyboard starts at the new content, as it would on a loaded page. */
function toContent(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
