import { BackupCodeGenerateView } from '@/features/mfa/BackupCodeGenerateView';
import { BackupCodeGenerateScreenDocument } from '@/generated/BackupCodeGenerateScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: BackupCodeGenerateScreenDocument, namespaces: ['mfa'] });
export default withLayout(Account, BackupCodeGenerateView, { narrow: true, back: 'multiFactor' });
