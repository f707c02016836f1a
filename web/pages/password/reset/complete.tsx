import { ResetDoneView } from '@/features/password/ResetDoneView';
import { PasswordResetCompleteScreenDocument } from '@/generated/PasswordResetCompleteScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: PasswordResetCompleteScreenDocument,
  namespaces: ['password'],
});
export default withLayout(Login, ResetDoneView);
