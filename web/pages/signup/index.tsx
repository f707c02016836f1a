import { SignupEntryView } from '@/features/signup/SignupEntryView';
import { SignupScreenDocument } from '@/generated/SignupScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: SignupScreenDocument,
  namespaces: ['signup', 'validation'],
  variables: ({ query }) => ({ returnTo: text(query.returnTo) }),
});
export default withLayout(Login, SignupEntryView);
