import { PaymentMethodCompleteView } from '@/features/payment/PaymentMethodCompleteView';
import { PaymentMethodCompleteScreenDocument } from '@/generated/PaymentMethodCompleteScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: PaymentMethodCompleteScreenDocument, namespaces: ['payment'] });
export default withLayout(Login, PaymentMethodCompleteView);
