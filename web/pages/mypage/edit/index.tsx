import { AccountEditView } from '@/features/registration/AccountEditView';
import { AccountEditScreenDocument } from '@/generated/AccountEditScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: AccountEditScreenDocument,
  namespaces: ['registration', 'validation'],
});
export default withLayout(Account, AccountEditView, { narrow: true });
