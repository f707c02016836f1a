import { EmailFactorView } from '@/features/mfa/EmailFactorView';
import { MultiFactorTypeScreenDocument } from '@/generated/MultiFactorTypeScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: MultiFactorTypeScreenDocument,
  namespaces: ['mfa'],
  variables: () => ({ type: 'Email' as const }),
});
export default withLayout(Account, EmailFactorView, { narrow: true, back: 'multiFactor' });
