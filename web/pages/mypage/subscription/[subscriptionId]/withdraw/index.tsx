import { CancelView } from '@/features/subscription/CancelView';
import { CancelSubscriptionScreenDocument } from '@/generated/CancelSubscriptionScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { sameOriginPath } from '@/lib/paths';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: CancelSubscriptionScreenDocument,
  namespaces: ['subscription', 'plans', 'validation'],
  variables: ({ params, query }) => ({
    subscriptionId: String(params?.subscriptionId),
    returnTo: sameOriginPath(query.returnTo),
  }),
});
export default withLayout(Account, CancelView, { back: 'own' });
