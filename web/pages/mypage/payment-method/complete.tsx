import { MethodAddedView } from '@/features/payment/MethodAddedView';
import { PaymentMethodCompleteScreenDocument } from '@/generated/PaymentMethodCompleteScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: PaymentMethodCompleteScreenDocument,
  namespaces: ['payment'],
  variables: ({ query }) => ({ paymentMethodId: text(query.paymentMethodId) }),
});
export default withLayout(Login, MethodAddedView);
