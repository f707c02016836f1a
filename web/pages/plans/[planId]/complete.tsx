import { PurchaseCompleteView } from '@/features/purchase/PurchaseCompleteView';
import { PurchaseCompleteScreenDocument } from '@/generated/PurchaseCompleteScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: PurchaseCompleteScreenDocument,
  namespaces: ['purchase', 'plans', 'passkey'],
  variables: ({ params }) => ({ planId: String(params?.planId), signup: false }),
});
export default withLayout(Login, PurchaseCompleteView);
