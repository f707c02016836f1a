import type { NextPageContext } from 'next';
import type { Embedded } from '@/lib/i18n';
import { type Locale, localeOf } from '@/lib/locale';
import type { PageProps } from '@/lib/pageProps';
import { neutralRoot } from '@/lib/root';

/**
 * The last resort, when no route could answer. It requests no data, so it renders when everything
 * else is down.
 */
export default function ErrorRoute() {
  return null;
}

ErrorRoute.getInitialProps = async ({ req, res, err }: NextPageContext): Promise<PageProps> => {
  const status = res && res.statusCode >= 400 ? res.statusCode : (err?.statusCode ?? (err || !res ? 500 : 404));
  if (res) res.statusCode = status;
  const locale = localeOf(req ? req.headers['x-kaiin-locale'] : document.documentElement.lang);
  return {
    document: '',
    variables: {},
    locale,
    texts: await texts(locale),
    root: neutralRoot(locale),
    header: null,
    state: {},
    fault: { status, code: String(status), message: null, requestId: null },
    flowError: null,
  };
};

async function texts(locale: Locale): Promise<Embedded> {
  if (typeof window === 'undefined') return (await import('@/lib/server/texts')).embed(locale, ['errors']);
  const own = locale === 'en' ? await import('@/features/errors/en.json') : await import('@/features/errors/ja.json');
  return { errors: own.default };
}
