import { ResetView } from '@/features/password/ResetView';
import { PasswordResetScreenDocument } from '@/generated/PasswordResetScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: PasswordResetScreenDocument,
  namespaces: ['password', 'validation'],
  variables: ({ query }) => ({ token: text(query.token) }),
});
export default withLayout(Login, ResetView);
