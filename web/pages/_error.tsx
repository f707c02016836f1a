import type { NextPageContext } from 'next';
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
    ...(await texts(locale, req)),
    root: neutralRoot(locale),
    header: null,
    state: {},
    fault: { status, code: String(status), message: null, requestId: null },
    flowError: null,
  };
};

type Texts = Pick<PageProps, 'texts' | 'textFiles'>;

async function texts(locale: Locale, req: NextPageContext['req']): Promise<Texts> {
  if (typeof window === 'undefined')
    return (await import('@/lib/server/texts')).textsFor(req ?? {}, locale, ['errors']);
  const own = locale === 'en' ? await import('@/features/errors/en.json') : await import('@/features/errors/ja.json');
  return { texts: { errors: own.default }, textFiles: {} };
}
