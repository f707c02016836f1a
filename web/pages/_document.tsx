import NextDocument, {
  type DocumentContext,
  type DocumentInitialProps,
  Html,
  Main,
  Head as NextHead,
  NextScript,
} from 'next/document';
import type { ReactElement } from 'react';
import { early } from '@/lib/early';
import { rootOf } from '@/lib/pageContext';
import type { PageProps } from '@/lib/pageProps';
import { holdsSecret } from '@/lib/paths';
import { themeOf, themeStyle } from '@/lib/theme';

/** Where a page ends; what follows is for scripts. */
const end = 'end-of-page';

/** Next's head; the scripts that it would have fetched before anything is drawn are left to lib/early.ts. */
class Head extends NextHead {
  getScripts(files: Parameters<NextHead['getScripts']>[0]) {
    const scripts: ReactElement<{ src?: string }>[] = super.getScripts(files);
    const { isDevelopment } = this.context as { isDevelopment?: boolean };
    if (isDevelopment) return scripts;
    const late = scripts.flatMap(({ props }) => props.src ?? []);
    const given = JSON.stringify([late, this.props.nonce]).replaceAll('<', '\\u003c').slice(1, -1);
    const run = { __html: `(${early})(${given})` };
    return [
      ...scripts.filter(({ props }) => !props.src),
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, and the names of our own files
      <script key="early" nonce={this.props.nonce} dangerouslySetInnerHTML={run} />,
    ];
  }
}

type Props = { nonce: string | undefined };

/** The nonce of Go's Content-Security-Policy is on everything inline; nothing inline exists without it. */
export default class Document extends NextDocument<Props> {
  static async getInitialProps(context: DocumentContext): Promise<DocumentInitialProps & Props> {
    const nonce = context.req?.headers['x-kaiin-nonce'];
    return { ...(await NextDocument.getInitialProps(context)), nonce: typeof nonce === 'string' ? nonce : undefined };
  }

  render() {
    const { nonce } = this.props;
    const page = this.props.__NEXT_DATA__.props.pageProps as PageProps;
    const { storeSettingData: store } = rootOf(page);
    const { className, mode } = themeOf(store.theme);
    const secret = holdsSecret(this.props.__NEXT_DATA__.page);
    const gtm = !secret && /^GTM-[A-Z0-9]+$/.test(store.gtmId ?? '') ? store.gtmId : null;
    return (
      <Html lang={page.locale} className={className} data-theme={mode}>
        <Head nonce={nonce}>
          <meta name="format-detection" content="telephone=no" />
          {/* Pages arrive complete: nothing is drawn, and so nothing moves, before the browser has read to the end. */}
          <link rel="expect" href={`#${end}`} blocking="render" />
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: themeStyle lets nothing but hex colours through */}
          <style nonce={nonce} dangerouslySetInnerHTML={{ __html: themeStyle(store.colors) }} />
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
