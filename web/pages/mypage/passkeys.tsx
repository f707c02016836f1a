import { PasskeysView } from '@/features/passkey/PasskeysView';
import { PasskeysScreenDocument } from '@/generated/PasskeysScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: PasskeysScreenDocument, namespaces: ['passkey', 'validation'] });
export default withLayout(Account, PasskeysView);
