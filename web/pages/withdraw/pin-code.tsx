import { WithdrawPinCodeView } from '@/features/withdraw/WithdrawPinCodeView';
import { WithdrawPinCodeScreenDocument } from '@/generated/WithdrawPinCodeScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: WithdrawPinCodeScreenDocument,
  namespaces: ['withdraw', 'validation'],
});
export default withLayout(Account, WithdrawPinCodeView, { back: 'withdraw', narrow: true });
