import { SignupConfirmView } from '@/features/signup/SignupConfirmView';
import { SignupConfirmScreenDocument } from '@/generated/SignupConfirmScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: SignupConfirmScreenDocument,
  namespaces: ['signup', 'registration', 'validation'],
});
export default withLayout(Login, SignupConfirmView, { roomy: true });
