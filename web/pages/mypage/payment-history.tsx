import { PaymentHistoryView } from '@/features/billing/PaymentHistoryView';
import { PaymentHistoryScreenDocument } from '@/generated/PaymentHistoryScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: PaymentHistoryScreenDocument,
  namespaces: ['billing', 'payment'],
  variables: ({ query }) => ({ after: text(query.after) }),
});
export default withLayout(Account, PaymentHistoryView);
