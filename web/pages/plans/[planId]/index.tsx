import { PlanPageView } from '@/features/purchase/PlanPageView';
import { PurchaseFormScreenDocument } from '@/generated/PurchaseFormScreen';
import { Purchase } from '@/layouts/Purchase';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: PurchaseFormScreenDocument,
  namespaces: ['purchase', 'plans', 'player', 'payment', 'validation'],
  variables: ({ params, query }) => ({
    planId: String(params?.planId),
    paymentMethodId: text(query.paymentMethodId),
  }),
});
export default withLayout(Purchase, PlanPageView);
