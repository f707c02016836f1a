import { EmailEditView } from '@/features/email/EmailEditView';
import { EmailEditScreenDocument } from '@/generated/EmailEditScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: EmailEditScreenDocument,
  namespaces: ['email', 'validation'],
});
export default withLayout(Account, EmailEditView, { narrow: true });
