import { LeaveView } from '@/features/subscription/LeaveView';
import { LeaveScreenDocument } from '@/generated/LeaveScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: LeaveScreenDocument,
  namespaces: ['subscription'],
  variables: ({ query }) => ({ token: text(query.token) }),
});
export default withLayout(Login, LeaveView);
