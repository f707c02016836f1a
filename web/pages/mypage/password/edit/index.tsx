import { PasswordEditView } from '@/features/password/PasswordEditView';
import { PasswordEditScreenDocument } from '@/generated/PasswordEditScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: PasswordEditScreenDocument,
  namespaces: ['password', 'validation'],
});
export default withLayout(Account, PasswordEditView, { narrow: true });
