import NextDocument, {
  type DocumentContext,
  type DocumentInitialProps,
  Html,
  Main,
  Head as NextHead,
  NextScript,
} from 'next/document';
import { cloneElement, type ReactElement } from 'react';
import { early } from '@/lib/early';
import { locales } from '@/lib/locale';
import type { PageProps } from '@/lib/pageProps';
import { holdsSecret, inLanguage, isFound } from '@/lib/paths';
import type { StoreSettings } from '@/lib/root';
import { pageBeforeNext } from '@/lib/server/bootstrap';
import { renderPagesAsText } from '@/lib/server/rendering';
import { keepStillParts } from '@/lib/server/still';
import { themeOf, themeStyle } from '@/lib/theme';

renderPagesAsText();
keepStillParts();

/** Where a page ends; what follows is for scripts. */
const end = 'end-of-page';

type Props = { nonce: string | undefined; address: URL | null };

/**
 * The one address of a page, whatever else its query has than the language it asks for: of the
 * site's origin as Go tells it.
 */
function addressOf({ req, asPath }: DocumentContext): URL | null {
  const [host, proto] = [req?.headers['x-forwarded-host'], req?.headers['x-forwarded-proto']];
  if (typeof host !== 'string' || typeof proto !== 'string') return null;
  const { pathname, searchParams } = new URL(asPath ?? '/', `${proto}://${host}`);
  const asked = locales.find((locale) => locale === searchParams.get('ui_locales'));
  return new URL(asked ? inLanguage(pathname, asked) : pathname, `${proto}://${host}`);
}

/** A page in each language, and in the one that the browser wants. */
function Languages({ address }: { address: URL }) {
  const { pathname } = address;
  const to = (path: string) => new URL(path, address).href;
  return (
    <>
      {locales.map((locale) => (
        <link key={locale} rel="alternate" hrefLang={locale} href={to(inLanguage(pathname, locale))} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={to(pathname)} />
    </>
  );
}

/** How a page looks where it is shared: a large picture, or a small mark. */
function Shared({ address, images }: { address: URL; images: StoreSettings['images'] }) {
  const picture = images.ogImage ?? images.appleTouchIcon;
  return (
    <>
      <meta name="twitter:card" content={images.ogImage ? 'summary_large_image' : 'summary'} />
      {picture && <meta property="og:image" content={new URL(picture, address).href} />}
    </>
  );
}

/**
 * The header's ground in the dark, which a phone continues above the page: --surface of
 * ui/styles.css.
 */
const darkBar = '#171e29';

type Script = ReactElement<{ src?: string; dangerouslySetInnerHTML?: { __html: string } }>;

function pageFirst(script: Script): Script {
  const { dangerouslySetInnerHTML: inline } = script.props;
  return inline ? cloneElement(script, { dangerouslySetInnerHTML: { __html: pageBeforeNext(inline.__html) } }) : script;
}

/** A value as a script may hold it. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const earlyText = String(early);

/**
 * Next's head; the scripts that it would have fetched before anything is drawn are left
 * to lib/early.ts.
 */
class Head extends NextHead {
  getScripts(files: Parameters<NextHead['getScripts']>[0]) {
    const scripts: Script[] = super.getScripts(files);
    const { isDevelopment } = this.context as { isDevelopment?: boolean };
    if (isDevelopment) return scripts;
    const all = scripts.flatMap(({ props }) => props.src ?? []);
    const late = all.filter((src) => !src.endsWith('/_buildManifest.js')); // lib/pageList.ts
    const own = scripts.filter(({ props }) => !props.src).map(pageFirst);
    const start = own.map(({ props }) => props.dangerouslySetInnerHTML?.__html).join('\n');
    const { textFiles = {} } = this.context.__NEXT_DATA__.props.pageProps as Partial<PageProps>;
    const given = [late, textFiles, this.props.nonce ?? ''].map(inScript).join();
    const run = { __html: `(${earlyText})(()=>{${start}},${given})` };
    return [
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, and the names of our own files
      <script key="early" nonce={this.props.nonce} dangerouslySetInnerHTML={run} />,
    ];
  }
}

/**
 * The nonce of Go's Content-Security-Policy is on everything inline; nothing inline exists
 * without it.
 */
export default class Document extends NextDocument<Props> {
  static async getInitialProps(context: DocumentContext): Promise<DocumentInitialProps & Props> {
    const nonce = context.req?.headers['x-kaiin-nonce'];
    const initial = await NextDocument.getInitialProps(context);
    return { nonce: typeof nonce === 'string' ? nonce : undefined, address: addressOf(context), ...initial };
  }

  render() {
    const { nonce, address } = this.props;
    const page = this.props.__NEXT_DATA__.props.pageProps as PageProps;
    const { storeSettingData: store } = page.root;
    const { className, mode } = themeOf(store.theme);
    const route = this.props.__NEXT_DATA__.page;
    const secret = holdsSecret(route);
    const gtm = !secret && /^GTM-[A-Z0-9]+$/.test(store.gtmId ?? '') ? store.gtmId : null;
    return (
      <Html lang={page.locale} className={className} data-theme={mode}>
        <Head nonce={nonce}>
          <meta name="format-detection" content="telephone=no" />
          {/* Pages arrive complete: nothing is drawn, and so nothing moves, before the browser has
              read to the end. */}
          <link rel="expect" href={`#${end}`} blocking="render" />
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: themeStyle lets nothing but hex colours through */}
          <style nonce={nonce} dangerouslySetInnerHTML={{ __html: themeStyle(store.colors) }} />
          {mode === 'auto' && <meta name="theme-color" media="(prefers-color-scheme: dark)" content={darkBar} />}
          <meta name="theme-color" content={mode === 'dark' ? darkBar : store.colors.accent} />
          <link rel="manifest" href="/manifest.webmanifest" />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={store.serviceName} />
          {address && isFound(route) && (
            <>
              <link rel="canonical" href={address.href} />
              <meta property="og:url" content={address.href} />
              <Languages address={address} />
            </>
          )}
          {address && <Shared address={address} images={store.images} />}
          {gtm && (
            <>
              <script
                nonce={nonce}
                // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
                dangerouslySetInnerHTML={{
                  __html:
                    "window.dataLayer=window.dataLayer||[];dataLayer.push({'gtm.start':Date.now(),event:'gtm.js'})",
                }}
              />
              <script nonce={nonce} async src={`https://www.googletagmanager.com/gtm.js?id=${gtm}`} />
            </>
          )}
        </Head>
        <body>
          <Main />
          <div id={end} hidden />
          <NextScript nonce={nonce} />
        </body>
      </Html>
    );
  }
}
