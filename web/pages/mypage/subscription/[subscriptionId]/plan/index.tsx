import { ChangePlanView } from '@/features/subscription/ChangePlanView';
import { ChangePlanScreenDocument } from '@/generated/ChangePlanScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: ChangePlanScreenDocument,
  namespaces: ['subscription', 'plans', 'payment'],
  variables: ({ params }) => ({ subscriptionId: String(params?.subscriptionId) }),
});
export default withLayout(Account, ChangePlanView, { back: 'own' });
