import '@/ui/styles.css';
import { ApolloProvider } from '@apollo/client/react';
import type { AppProps } from 'next/app';
import dynamic from 'next/dynamic';
import Head from 'next/head';
import Router from 'next/router';
import { Activity, type ReactNode, useEffect, useRef } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Guest } from '@/layouts/Guest';
import type { LaidOut } from '@/layouts/withLayout';
import { watchIdentity } from '@/lib/bfcache';
import { announceUsable } from '@/lib/early';
import { instanceFor } from '@/lib/i18n';
import { forgetOldDrafts } from '@/lib/keptDrafts';
import { useArrival } from '@/lib/nav';
import { usePageClient } from '@/lib/pageClient';
import { PageContext } from '@/lib/pageContext';
import { fetchPageList } from '@/lib/pageList';
import type { PageProps } from '@/lib/pageProps';
import { useFirstTouch } from '@/lib/touch';
import { FlowErrorDialog } from '@/ui/FlowErrorDialog';
import { orNotice } from '@/ui/PartMissing';
import { Toasts } from '@/ui/Toast';

/** A part of its own: what every page carries has no room for what few people ever see. */
const ErrorView = dynamic(() => orNotice(import('@/features/errors/ErrorView').then((part) => part.ErrorView)));

type Props = AppProps<PageProps> & { Component: LaidOut };

export default function App({ Component, pageProps }: Props) {
  const { authId, storeSettingData: store } = pageProps.root;
  const client = usePageClient(pageProps);
  const shownFor = useRef(authId);

  useEffect(() => {
    shownFor.current = authId;
    document.documentElement.lang = pageProps.locale;
  }, [authId, pageProps.locale]);
  useEffect(() => watchIdentity(() => shownFor.current), []);
  useEffect(() => forgetOldDrafts(authId), [authId]);
  useArrival(toContent);
  useFirstTouch(() => void fetchPageList());
  useEffect(fetchPageListOnBack, []);

  return (
    <I18nextProvider i18n={instanceFor(pageProps)}>
      <PageContext value={pageProps}>
        <ApolloProvider client={client}>
          {/* What is inside React takes over in steps of a few milliseconds, at once where the
              member acts: a phone stays responsive. */}
          <Activity>
            <Head>
              <title key="title">{store.serviceName}</title>
              <meta key="description" name="description" content={store.serviceDescription} />
              <meta key="og:title" property="og:title" content={store.serviceName} />
              <meta key="og:description" property="og:description" content={store.serviceDescription} />
              {store.images.favicon && <link key="icon" rel="icon" href={store.images.favicon} />}
              {store.images.appleTouchIcon && (
                <link key="touch" rel="apple-touch-icon" href={store.images.appleTouchIcon} />
              )}
            </Head>
            {pageProps.fault ? (
              <Guest>
                <ErrorView fault={pageProps.fault} />
              </Guest>
            ) : (
              laidOut(Component)
            )}
            <FlowErrorDialog />
            <Toasts />
            <Usable />
          </Activity>
        </ApolloProvider>
      </PageContext>
    </I18nextProvider>
  );
}

/**
 * The last part of the page: when it is there, all of it is. It is announced when React has ended
 * its own work: only then does each thing that is done again find the page as the one before has
 * left it.
 */
function Usable() {
  useEffect(() => queueMicrotask(announceUsable), []);
  return null;
}

/** The back button of the browser may be the first touch: Next then waits for its list of pages. */
function fetchPageListOnBack(): void {
  Router.ready(() =>
    Router.beforePopState(() => {
      void fetchPageList();
      return true;
    }),
  );
}

/** The view in its layout, which stays when the next page has the same one. */
function laidOut(View: LaidOut): ReactNode {
  const view = <View />;
  return View.layout ? View.layout(view) : view;
}

/**
 * After a change of page without a reload the keyboard starts at the new content, as it would on a
 * loaded page.
 */
function toContent(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
