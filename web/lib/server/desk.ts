import type { GetServerSideProps, GetServerSidePropsContext } from 'next';
import { DeskScreenDocument } from '@/generated/staff/DeskScreen';
import { type Ask, staffRequest } from '@/lib/desk/document';
import { deskPaths } from '@/lib/desk/paths';
import type { Caller, DeskProps } from '@/lib/desk/props';
import { Refused, refusal } from '@/lib/desk/refused';
import { type Fault, faultOf } from '@/lib/fault';
import { localeOf } from '@/lib/locale';
import type { PageProps } from '@/lib/pageProps';
import { neutralRoot } from '@/lib/root';
import { textsFor } from '@/lib/server/texts';
import type { Namespace } from '@/messages/registry';
import { askDesk } from './upstream';

type Options = {
  namespaces: readonly Namespace[];
  /**
   * What the page shows, with `staff` where it asks who is logged in; null: there is nothing at
   * the address.
   */
  load: (context: GetServerSidePropsContext, ask: Ask) => Promise<object | null>;
};

/**
 * What a route of the staff exports as getServerSideProps. Each document is run with the cookie of
 * the staff as it came, and nothing is kept. A person who is not logged in is led to the login and
 * back; any other fault is told on the page, for there is no store's look at the desk.
 */
export function deskPage({ namespaces, load }: Options): GetServerSideProps<PageProps> {
  return async (context) => {
    const { headers } = context.req;
    const locale = localeOf(headers['x-kaiin-locale']);
    const ask: Ask = async (document, variables) => {
      const { result } = await askDesk(staffRequest(document, variables), headers);
      if (result.errors?.length) throw refusal(result.errors);
      return result.data as never;
    };
    const desk: DeskProps = {
      byIssuer: headers['x-kaiin-issuer'] === '1',
      explorer: headers['x-kaiin-explorer'] === '1',
      caller: null,
      data: null,
      fault: null,
    };
    try {
      desk.data = await load(context, ask);
      desk.caller = (desk.data as { staff?: Caller | null } | null)?.staff ?? null;
      if (!desk.data) desk.fault = { ...faultOf({ status: 404 }), code: 'NOT_FOUND' };
    } catch (error) {
      desk.fault = error instanceof Refused ? error.fault : faultOf(error);
    }
    const { fault } = desk;
    const needed = fault && wayOut(fault, context.resolvedUrl);
    if (needed) return { redirect: { destination: needed, statusCode: 302 } };
    if (fault)
      desk.caller = await ask(DeskScreenDocument, {}).then(
        ({ staff }) => staff,
        () => null,
      );
    if (fault && fault.status >= 500)
      console.error(JSON.stringify({ level: 'error', msg: 'Failed to load data', ...fault }));
    context.res.statusCode = fault ? fault.status || 500 : 200;
    const props: PageProps = {
      document: '',
      variables: {},
      locale,
      ...textsFor(context.req, locale, namespaces),
      root: neutralRoot(locale),
      header: null,
      state: {},
      fault: null,
      flowError: null,
      desk,
    };
    return { props };
  };
}

/** Where that is done which a fault asks for first. */
function wayOut({ code }: Fault, address: string): string | null {
  if (code === 'UNAUTHENTICATED') return deskPaths.login(address);
  return code === 'REAUTHENTICATION_REQUIRED' ? deskPaths.confirm(address) : null;
}
