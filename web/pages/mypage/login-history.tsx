import { LoginHistoryView } from '@/features/security/LoginHistoryView';
import { LoginHistoryScreenDocument } from '@/generated/LoginHistoryScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: LoginHistoryScreenDocument, namespaces: ['security'] });
export default withLayout(Account, LoginHistoryView);
