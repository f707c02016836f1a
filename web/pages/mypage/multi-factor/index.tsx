import { MultiFactorSettingView } from '@/features/mfa/MultiFactorSettingView';
import { MultiFactorSettingScreenDocument } from '@/generated/MultiFactorSettingScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: MultiFactorSettingScreenDocument, namespaces: ['mfa'] });
export default withLayout(Account, MultiFactorSettingView);
