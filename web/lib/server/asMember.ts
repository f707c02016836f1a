import type { GetServerSideProps } from 'next';
import type { ViewableScreen } from '@/generated/staff/enums';
import { MemberPageScreenDocument, type MemberPageScreenQuery } from '@/generated/staff/MemberPageScreen';
import type { CacheState } from '@/lib/cache';
import { shownAt } from '@/lib/desk/asMember';
import { deskPaths } from '@/lib/desk/paths';
import { type Document, nameOf } from '@/lib/document';
import { keepClient } from '@/lib/pageClient';
import type { PageProps } from '@/lib/pageProps';
import type { Root } from '@/lib/root';
import type { Namespace } from '@/messages/registry';
import { clientFor } from './client';
import { deskPage } from './desk';
import { text } from './query';

type Options = {
  pages: Record<ViewableScreen, { document: Document<unknown, never> }>;
  namespaces: readonly Namespace[];
};
type Answer = { root: Root; header: PageProps['header']; screen: object };

/** Seconds after which a page that is still open is left: it cannot see whether it is touched. */
const patience = 600;

/**
 * What the route exports as getServerSideProps that shows pages of a member to the staff. The desk
 * answers what the member's own document would, so that the member's own views are rendered from
 * it. The page has no script, so it is always loaded as a whole: from a page that would go there
 * without a reload, too.
 */
export function memberPage({ pages, namespaces }: Options): GetServerSideProps<PageProps> {
  return async (context) => {
    if (context.req.headers['x-nextjs-data'])
      return { redirect: { destination: context.resolvedUrl, statusCode: 302, basePath: false } };
    const accountId = text(context.params?.accountId) ?? '';
    const rest = context.params?.screen ?? [];
    const shown = shownAt(accountId, typeof rest === 'string' ? [rest] : rest);
    const page = shown && pages[shown.screen];
    const result = await deskPage({
      namespaces,
      load: async (_, ask) =>
        shown &&
        ask(MemberPageScreenDocument, { accountId, screen: shown.screen, subscriptionId: shown.subscriptionId }),
    })(context);
    if (!('props' in result)) return result;
    const props = await result.props;
    if (props.desk?.fault?.code === 'REASON_REQUIRED')
      return {
        redirect: { destination: deskPaths.member(accountId), statusCode: 302, basePath: false },
      };
    const answer = (props.desk?.data as MemberPageScreenQuery | null)?.memberScreen as Answer | null | undefined;
    if (!page || !answer || !props.desk) return result;

    const { document } = page;
    const { client } = clientFor(context.req.headers);
    const variables = shown.subscriptionId === null ? {} : { subscriptionId: shown.subscriptionId };
    client.writeQuery<unknown>({ query: document, variables, data: answer });
    const state = client.extract() as CacheState;
    keepClient(state, client);
    context.res.setHeader('refresh', `${patience}; url=${deskPaths.member(accountId)}`);
    return {
      props: {
        ...props,
        document: nameOf(document),
        variables,
        root: { ...answer.root, storeSettingData: { ...answer.root.storeSettingData, gtmId: null } },
        header: answer.header,
        state,
        desk: { ...props.desk, data: shown },
      },
    };
  };
}
