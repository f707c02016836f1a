import { MethodChangedView } from '@/features/subscription/MethodChangedView';
import { MethodChangedScreenDocument } from '@/generated/MethodChangedScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: MethodChangedScreenDocument,
  namespaces: ['subscription', 'plans', 'payment'],
  variables: ({ params }) => ({ subscriptionId: String(params?.subscriptionId) }),
});
export default withLayout(Account, MethodChangedView, { narrow: true });
