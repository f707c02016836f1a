import { PlanChangeConfirmView } from '@/features/subscription/PlanChangeConfirmView';
import { PlanChangeConfirmScreenDocument } from '@/generated/PlanChangeConfirmScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: PlanChangeConfirmScreenDocument,
  namespaces: ['subscription', 'plans', 'payment'],
  variables: ({ params, query }) => ({
    subscriptionId: String(params?.subscriptionId),
    planId: text(query.planId) ?? '',
  }),
});
export default withLayout(Account, PlanChangeConfirmView, { back: 'own' });
