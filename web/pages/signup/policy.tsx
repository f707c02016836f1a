import { SignupPolicyView } from '@/features/signup/SignupPolicyView';
import { SignupPolicyScreenDocument } from '@/generated/SignupPolicyScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: SignupPolicyScreenDocument,
  namespaces: ['signup', 'validation'],
  variables: ({ query }) => ({ returnTo: text(query.returnTo) }),
});
export default withLayout(Login, SignupPolicyView, { roomy: true });
