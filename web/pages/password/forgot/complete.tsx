import { ForgotCompleteView } from '@/features/password/ForgotCompleteView';
import { PasswordForgotCompleteScreenDocument } from '@/generated/PasswordForgotCompleteScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: PasswordForgotCompleteScreenDocument,
  namespaces: ['password'],
});
export default withLayout(Login, ForgotCompleteView);
