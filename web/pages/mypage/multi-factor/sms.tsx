import { SmsFactorView } from '@/features/mfa/SmsFactorView';
import { MultiFactorTypeScreenDocument } from '@/generated/MultiFactorTypeScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: MultiFactorTypeScreenDocument,
  namespaces: ['mfa', 'validation'],
  variables: () => ({ type: 'SMS' as const }),
});
export default withLayout(Account, SmsFactorView, { narrow: true, back: 'multiFactor' });
