import { CancelledView } from '@/features/subscription/CancelledView';
import { SubscriptionCancelledScreenDocument } from '@/generated/SubscriptionCancelledScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { sameOriginPath } from '@/lib/paths';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: SubscriptionCancelledScreenDocument,
  namespaces: ['subscription'],
  variables: ({ params, query }) => ({
    subscriptionId: String(params?.subscriptionId),
    returnTo: sameOriginPath(query.returnTo),
  }),
});
export default withLayout(Account, CancelledView, { narrow: true });
