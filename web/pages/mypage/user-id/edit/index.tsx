import { UserIdEditView } from '@/features/userId/UserIdEditView';
import { UserIdEditScreenDocument } from '@/generated/UserIdEditScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: UserIdEditScreenDocument,
  namespaces: ['userId', 'validation'],
});
export default withLayout(Account, UserIdEditView, { narrow: true });
