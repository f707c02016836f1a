import type { IncomingHttpHeaders } from 'node:http';
import type { GetServerSideProps, GetServerSidePropsContext, GetServerSidePropsResult } from 'next';
import { type Document, type GraphQLRequest, nameOf, requestOf } from '@/lib/document';
import { type Fault, faultIn, faultOf } from '@/lib/fault';
import { localeOf } from '@/lib/locale';
import type { PageProps } from '@/lib/pageProps';
import { andBack } from '@/lib/paths';
import { neutralRoot, type Root } from '@/lib/root';
import { embed } from '@/lib/server/texts';
import type { Namespace } from '@/messages/registry';
import { ask } from './upstream';

type Screen = {
  redirectTo?: string | null;
  flowError?: { redirectTo?: string | null; message?: string | null } | null;
};
type Result = { root?: Root | null; screen?: Screen | null };

type Options<R, V> = {
  document: Document<R, V>;
  namespaces?: readonly Namespace[];
  /** Status of the page when everything went well; only error pages say otherwise. */
  status?: number | ((data: R) => number);
} & (Record<string, never> extends Omit<V, 'root'>
  ? { variables?: (context: GetServerSidePropsContext) => V }
  : { variables: (context: GetServerSidePropsContext) => V });

/**
 * What a route exports as getServerSideProps: runs the page's one document with the member's cookies and turns its answer into
 * props, a redirect or an error page. Status and cookies are set before the first byte.
 *
 * - something has to be done first, such as logging in → 302 there with the wanted address as returnTo
 * - `redirectTo` in the screen → 302 there
 * - `flowError` in the screen → the page renders and the flow-error dialog opens over it
 * - any fault → the error page of its status, with the store's own look when the root data came along
 */
export function page<R, V>(options: Options<R, V>): GetServerSideProps<PageProps<R>> {
  const { document, namespaces = [], status = 200 } = options;
  const name = nameOf(document as Document<unknown, never>);
  return async (context) => {
    const variables = (options.variables?.(context) ?? {}) as V & Record<string, unknown>;
    const answer = await load<R>(requestOf(name, document.hash, variables), context.req.headers);
    if (answer.setCookies.length > 0) context.res.setHeader('set-cookie', answer.setCookies);

    const result = (answer.data ?? {}) as Result;
    if (answer.fault?.redirectTo) return redirect(andBack(answer.fault.redirectTo, context.resolvedUrl));
    if (!answer.fault && result.screen?.redirectTo) return redirect(result.screen.redirectTo);

    const locale = localeOf(result.root?.locale ?? context.req.headers['x-kaiin-locale']);
    context.res.statusCode = answer.fault?.status ?? (typeof status === 'number' ? status : status(answer.data as R));
    context.res.setHeader('cache-control', 'private, no-store');
    if (answer.fault) report(name, answer.fault);
    const props: PageProps<R> = {
      document: name,
      variables,
      locale,
      texts: embed(locale, answer.fault ? ['errors'] : namespaces),
      data: answer.fault ? null : (answer.data as R),
      root: answer.fault ? (result.root ?? neutralRoot(locale)) : null,
      fault: answer.fault && { ...answer.fault, loading: true },
      flowError: (!answer.fault && result.screen?.flowError) || null,
    };
    return { props };
  };
}

type Loaded<R> = { data: R | null; fault: Fault | null; setCookies: string[] };

async function load<R>(request: GraphQLRequest, headers: IncomingHttpHeaders): Promise<Loaded<R>> {
  try {
    const { result, setCookies } = await ask(request, headers);
    const fault = result.errors?.length ? faultIn(result.errors) : null;
    return { data: (result.data ?? null) as R | null, fault, setCookies };
  } catch (error) {
    return { data: null, fault: faultOf(error), setCookies: [] };
  }
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
