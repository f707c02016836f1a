import { PlanChangedView } from '@/features/subscription/PlanChangedView';
import { PlanChangedScreenDocument } from '@/generated/PlanChangedScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: PlanChangedScreenDocument,
  namespaces: ['subscription', 'plans', 'payment'],
  variables: ({ params }) => ({ subscriptionId: String(params?.subscriptionId) }),
});
export default withLayout(Account, PlanChangedView, { narrow: true });
