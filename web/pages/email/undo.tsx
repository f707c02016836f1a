import { EmailUndoView } from '@/features/email/EmailUndoView';
import { EmailUndoScreenDocument } from '@/generated/EmailUndoScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: EmailUndoScreenDocument,
  namespaces: ['email', 'validation'],
  variables: ({ query }) => ({ token: text(query.token) }),
});
export default withLayout(Login, EmailUndoView);
