import { PinCodeView } from '@/features/pin/PinCodeView';
import { PinCodeScreenDocument } from '@/generated/PinCodeScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: PinCodeScreenDocument,
  namespaces: ['pin', 'validation'],
});
export default withLayout(Account, PinCodeView, { narrow: true });
