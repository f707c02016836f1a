import { EmailPinCodeView } from '@/features/email/EmailPinCodeView';
import { EmailEditPinCodeScreenDocument } from '@/generated/EmailEditPinCodeScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: EmailEditPinCodeScreenDocument,
  namespaces: ['email', 'validation'],
});
export default withLayout(Account, EmailPinCodeView, { narrow: true, back: 'emailEdit' });
