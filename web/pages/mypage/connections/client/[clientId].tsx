import { ConnectionView } from '@/features/connections/ConnectionView';
import { ConnectionScreenDocument } from '@/generated/ConnectionScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: ConnectionScreenDocument,
  namespaces: ['connections'],
  variables: ({ params }) => ({ clientId: String(params?.clientId) }),
});
export default withLayout(Account, ConnectionView, { back: 'own' });
