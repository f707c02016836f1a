import { MultiFactorCompleteView } from '@/features/mfa/MultiFactorCompleteView';
import { AccountCompleteScreenDocument } from '@/generated/AccountCompleteScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: AccountCompleteScreenDocument, namespaces: ['mfa'] });
export default withLayout(Account, MultiFactorCompleteView, { narrow: true });
