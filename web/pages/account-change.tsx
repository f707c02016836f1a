import { HeldChangeView } from '@/features/email/HeldChangeView';
import { HeldChangeScreenDocument } from '@/generated/HeldChangeScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: HeldChangeScreenDocument,
  namespaces: ['email', 'validation'],
  variables: ({ query }) => ({ token: text(query.token) }),
});
export default withLayout(Login, HeldChangeView);
