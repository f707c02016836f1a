import { PurchaseConfirmView } from '@/features/purchase/PurchaseConfirmView';
import { PurchaseConfirmScreenDocument } from '@/generated/PurchaseConfirmScreen';
import { Purchase } from '@/layouts/Purchase';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: PurchaseConfirmScreenDocument,
  namespaces: ['purchase', 'plans', 'payment', 'validation'],
  variables: ({ params }) => ({ planId: String(params?.planId), signup: true }),
});
export default withLayout(Purchase, PurchaseConfirmView);
