import { LoginConfirmView } from '@/features/login/LoginConfirmView';
import { ConfirmLoginScreenDocument } from '@/generated/ConfirmLoginScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: ConfirmLoginScreenDocument,
  namespaces: ['login', 'validation'],
  variables: ({ query }) => ({ returnTo: text(query.returnTo), since: text(query.since) }),
});
export default withLayout(Login, LoginConfirmView);
