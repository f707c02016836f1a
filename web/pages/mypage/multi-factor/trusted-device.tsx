import { TrustedDevicesView } from '@/features/mfa/TrustedDevicesView';
import { TrustedDeviceScreenDocument } from '@/generated/TrustedDeviceScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: TrustedDeviceScreenDocument, namespaces: ['mfa'] });
export default withLayout(Account, TrustedDevicesView, { back: 'multiFactor' });
