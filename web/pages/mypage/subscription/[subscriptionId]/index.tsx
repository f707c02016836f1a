import { SubscriptionView } from '@/features/subscription/SubscriptionView';
import { SubscriptionScreenDocument } from '@/generated/SubscriptionScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: SubscriptionScreenDocument,
  namespaces: ['subscription', 'plans', 'payment'],
  variables: ({ params }) => ({ subscriptionId: String(params?.subscriptionId) }),
});
export default withLayout(Account, SubscriptionView, { back: 'plans' });
