import { PasswordResetCompleteScreenDocument } from '@/generated/PasswordResetCompleteScreen';
import { completed } from '@/layouts/Completed';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: PasswordResetCompleteScreenDocument,
  namespaces: ['password'],
});
export default withLayout(Login, completed('password', 'resetDone'));
