import { ReturnInvoiceView } from '@/features/billing/InvoiceView';
import { ReturnInvoiceScreenDocument } from '@/generated/ReturnInvoiceScreen';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: ReturnInvoiceScreenDocument,
  namespaces: ['billing', 'payment', 'validation'],
  variables: ({ params }) => ({ refundId: String(params?.refundId) }),
});
export default ReturnInvoiceView;
