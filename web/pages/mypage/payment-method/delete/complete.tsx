import { MethodDeletedView } from '@/features/payment/MethodDeletedView';
import { PaymentMethodDeletedScreenDocument } from '@/generated/PaymentMethodDeletedScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: PaymentMethodDeletedScreenDocument,
  namespaces: ['payment'],
  variables: ({ query }) => ({ paymentMethodId: text(query.paymentMethodId) }),
});
export default withLayout(Login, MethodDeletedView);
