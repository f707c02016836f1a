import { OtpFactorView } from '@/features/mfa/OtpFactorView';
import { MultiFactorTypeScreenDocument } from '@/generated/MultiFactorTypeScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: MultiFactorTypeScreenDocument,
  namespaces: ['mfa', 'validation'],
  variables: () => ({ type: 'OTP' as const }),
});
export default withLayout(Account, OtpFactorView, { narrow: true, back: 'multiFactor' });
