import { MethodChangedView } from '@/features/subscription/MethodChangedView';
import { MethodChangedScreenDocument } from '@/generated/MethodChangedScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: MethodChangedScreenDocument,
  namespaces: ['subscription', 'plans', 'payment'],
  variables: ({ params, query }) => ({
    subscriptionId: String(params?.subscriptionId),
    earningsId: text(query.earningsId),
  }),
});
export default withLayout(Account, MethodChangedView, { narrow: true });
