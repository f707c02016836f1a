import type { GetServerSideProps, GetServerSidePropsContext, GetServerSidePropsResult } from 'next';
import type { CacheState } from '@/lib/cache';
import { type Document, nameOf } from '@/lib/document';
import { type Fault, faultOf } from '@/lib/fault';
import { localeOf } from '@/lib/locale';
import { keepClient } from '@/lib/pageClient';
import type { PageProps } from '@/lib/pageProps';
import { andBack } from '@/lib/paths';
import { neutralRoot, type Root } from '@/lib/root';
import { textsFor } from '@/lib/server/texts';
import type { Namespace } from '@/messages/registry';
import { answerTo, clientFor } from './client';

type Screen = {
  redirectTo?: string | null;
  flowError?: { redirectTo?: string | null; message?: string | null } | null;
};
type Result = { root?: Root | null; header?: PageProps['header']; screen?: Screen | null };

type Options<R, V> = {
  document: Document<R, V>;
  /**
   * Texts for the browser, beside the common ones; where some people see more of a page, those that
   * its data needs.
   */
  namespaces?: readonly Namespace[] | ((data: R) => readonly Namespace[]);
  /** Status of the page when everything went well; only error pages say otherwise. */
  status?: number | ((data: R) => number);
} & (Record<string, never> extends Omit<V, 'root'>
  ? { variables?: (context: GetServerSidePropsContext) => V }
  : { variables: (context: GetServerSidePropsContext) => V });

/**
 * What a route exports as getServerSideProps: runs the page's one document, by an Apollo client of
 * this request with the member's cookies, and turns its answer into props, a redirect or an error
 * page. Status and cookies are set before the first byte. The view reads the data by `useQuery`,
 * and the browser begins with the same cache.
 *
 * - something has to be done first, such as logging in → 302 there with the wanted address
 *   as returnTo
 * - `redirectTo` in the screen → 302 there
 * - `flowError` in the screen → the page renders and the flow-error dialog opens over it
 * - any fault → the error page of its status, with the store's own look when the root data
 *   came along
 */
export function page<R, V extends object>(options: Options<R, V>): GetServerSideProps<PageProps> {
  const { document, namespaces = [], status = 200 } = options;
  const name = nameOf(document as Document<unknown, never>);
  return async (context) => {
    const variables = (options.variables?.(context) ?? {}) as V & Record<string, unknown>;
    const { client, setCookies } = clientFor(context.req.headers);
    const { data, error } = await answerTo(client, document, variables);
    if (setCookies.length > 0) context.res.setHeader('set-cookie', setCookies);

    const result = (data ?? {}) as Result;
    const fault = error ? faultOf(error) : null;
    if (fault?.redirectTo) return redirect(andBack(fault.redirectTo, context.resolvedUrl));
    if (!fault && result.screen?.redirectTo) return redirect(result.screen.redirectTo);

    const locale = localeOf(result.root?.locale ?? context.req.headers['x-kaiin-locale']);
    context.res.statusCode = fault?.status ?? (typeof status === 'number' ? status : status(data as R));
    context.res.setHeader('cache-control', 'private, no-store');
    if (fault) report(name, fault);
    else if (result.screen !== undefined) client.writeQuery<unknown>({ query: document, variables, data });
    const state = client.extract() as CacheState;
    keepClient(state, client);
    const props: PageProps = {
      document: name,
      variables,
      locale,
      ...textsFor(
        context.req,
        locale,
        fault ? ['errors'] : typeof namespaces === 'function' ? namespaces(data as R) : namespaces,
      ),
      root: result.root ?? neutralRoot(locale),
      header: (!fault && result.header) || null,
      state,
      fault: fault && { ...fault, loading: true },
      flowError: (!fault && result.screen?.flowError) || null,
    };
    return { props };
  };
}

function redirect(destination: string): GetServerSidePropsResult<never> {
  return { redirect: { destination, statusCode: 302 } };
}

/** A fault the member caused is not worth a line; everything from 500 up is. */
function report(name: string, fault: Fault): void {
  if (fault.status >= 500) {
    console.error(JSON.stringify({ level: 'error', msg: 'Failed to load data', screen: name, ...fault }));
  }
}
