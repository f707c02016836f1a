import type { GetServerSideProps, GetServerSidePropsContext } from 'next';
import { RootScreenDocument } from '@/generated/RootScreen';
import type { PageProps } from '@/lib/pageProps';
import { page } from './page';

const store = page({ document: RootScreenDocument, namespaces: ['errors'] });

/**
 * getServerSideProps of a page that is an error by itself: the store's look when the API can be
 * asked, the neutral one when not, and the given status in any case.
 */
export function errorPage(
  of: (context: GetServerSidePropsContext) => { status: number; code: string },
): GetServerSideProps<PageProps> {
  return async (context) => {
    const result = await store(context);
    if (!('props' in result)) return result;
    const { status, code } = of(context);
    const props = await result.props;
    context.res.statusCode = status;
    return { props: { ...props, fault: { status, code, message: null, requestId: null } } };
  };
}
