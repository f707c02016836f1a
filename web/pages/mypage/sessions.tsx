import { SessionsView } from '@/features/security/SessionsView';
import { SessionsScreenDocument } from '@/generated/SessionsScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: SessionsScreenDocument, namespaces: ['security'] });
export default withLayout(Account, SessionsView);
