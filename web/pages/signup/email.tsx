import { SignupEmailView } from '@/features/signup/SignupEmailView';
import { SignupEmailScreenDocument } from '@/generated/SignupEmailScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: SignupEmailScreenDocument,
  namespaces: ['signup', 'social', 'validation'],
  variables: ({ query }) => ({ returnTo: text(query.returnTo) }),
});
export default withLayout(Login, SignupEmailView);
