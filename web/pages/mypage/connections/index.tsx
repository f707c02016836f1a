import { ConnectionsView } from '@/features/connections/ConnectionsView';
import { ConnectionsScreenDocument } from '@/generated/ConnectionsScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: ConnectionsScreenDocument, namespaces: ['connections'] });
export default withLayout(Account, ConnectionsView);
