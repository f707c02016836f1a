import { PurchasesView } from '@/features/bought/PurchasesView';
import { PurchasesScreenDocument } from '@/generated/PurchasesScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: PurchasesScreenDocument,
  namespaces: ['bought', 'plans'],
  variables: ({ query }) => ({ after: text(query.after) }),
});
export default withLayout(Account, PurchasesView);
