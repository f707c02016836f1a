import { InvoiceView } from '@/features/billing/InvoiceView';
import { InvoiceScreenDocument } from '@/generated/InvoiceScreen';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: InvoiceScreenDocument,
  namespaces: ['billing', 'payment', 'validation'],
  variables: ({ params }) => ({ earningsId: String(params?.earningsId) }),
});
export default InvoiceView;
