import { AccountCompleteScreenDocument } from '@/generated/AccountCompleteScreen';
import { Account } from '@/layouts/Account';
import { completed } from '@/layouts/Completed';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: AccountCompleteScreenDocument,
  namespaces: ['picture'],
});
export default withLayout(Account, completed('picture', 'changed'), { narrow: true });
