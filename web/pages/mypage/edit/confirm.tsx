import { AccountEditConfirmView } from '@/features/registration/AccountEditConfirmView';
import { AccountEditConfirmScreenDocument } from '@/generated/AccountEditConfirmScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: AccountEditConfirmScreenDocument,
  namespaces: ['registration', 'validation'],
});
export default withLayout(Account, AccountEditConfirmView, { narrow: true });
