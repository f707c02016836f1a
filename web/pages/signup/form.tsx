import { SignupFormView } from '@/features/signup/SignupFormView';
import { SignupFormScreenDocument } from '@/generated/SignupFormScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: SignupFormScreenDocument,
  namespaces: ['signup', 'registration', 'social', 'validation'],
  variables: ({ query }) => ({ returnTo: text(query.returnTo) }),
});
export default withLayout(Login, SignupFormView, { roomy: true });
