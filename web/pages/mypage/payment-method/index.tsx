import { PaymentMethodsView } from '@/features/payment/PaymentMethodsView';
import { PaymentMethodsScreenDocument } from '@/generated/PaymentMethodsScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: PaymentMethodsScreenDocument,
  namespaces: ['payment', 'validation'],
});
export default withLayout(Account, PaymentMethodsView);
