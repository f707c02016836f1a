import { WithdrawStopView } from '@/features/withdraw/WithdrawStopView';
import { WithdrawStopScreenDocument } from '@/generated/WithdrawStopScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: WithdrawStopScreenDocument,
  namespaces: ['withdraw'],
  variables: ({ query }) => ({ token: text(query.token) }),
});
export default withLayout(Login, WithdrawStopView);
