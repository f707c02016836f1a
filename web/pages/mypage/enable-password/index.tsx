import { EnablePasswordView } from '@/features/password/EnablePasswordView';
import { EnablePasswordScreenDocument } from '@/generated/EnablePasswordScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: EnablePasswordScreenDocument,
  namespaces: ['password', 'validation'],
});
export default withLayout(Account, EnablePasswordView, { narrow: true });
