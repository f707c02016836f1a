import { PaymentMethodCompleteScreenDocument } from '@/generated/PaymentMethodCompleteScreen';
import { completed } from '@/layouts/Completed';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: PaymentMethodCompleteScreenDocument, namespaces: ['payment'] });
export default withLayout(Login, completed('payment', 'deleted'));
