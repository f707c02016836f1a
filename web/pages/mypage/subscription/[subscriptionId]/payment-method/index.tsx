import { ChangeMethodView } from '@/features/subscription/ChangeMethodView';
import { ChangeMethodScreenDocument } from '@/generated/ChangeMethodScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: ChangeMethodScreenDocument,
  namespaces: ['subscription', 'plans', 'payment', 'validation'],
  variables: ({ params }) => ({ subscriptionId: String(params?.subscriptionId) }),
});
export default withLayout(Account, ChangeMethodView, { back: 'own' });
