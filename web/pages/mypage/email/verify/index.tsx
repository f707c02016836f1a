import { EmailVerifyView } from '@/features/email/EmailVerifyView';
import { EmailVerifyScreenDocument } from '@/generated/EmailVerifyScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: EmailVerifyScreenDocument,
  namespaces: ['email', 'validation'],
  variables: () => ({ send: true }),
});
export default withLayout(Account, EmailVerifyView, { narrow: true });
