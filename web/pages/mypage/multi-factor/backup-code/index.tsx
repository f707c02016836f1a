import { BackupCodeView } from '@/features/mfa/BackupCodeView';
import { BackupCodeScreenDocument } from '@/generated/BackupCodeScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: BackupCodeScreenDocument, namespaces: ['mfa'] });
export default withLayout(Account, BackupCodeView, { narrow: true, back: 'multiFactor' });
