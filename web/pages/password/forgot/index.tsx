import { ForgotView } from '@/features/password/ForgotView';
import { PasswordForgotScreenDocument } from '@/generated/PasswordForgotScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: PasswordForgotScreenDocument,
  namespaces: ['password', 'validation'],
});
export default withLayout(Login, ForgotView);
