import { WithdrawView } from '@/features/withdraw/WithdrawView';
import { WithdrawScreenDocument } from '@/generated/WithdrawScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: WithdrawScreenDocument,
  namespaces: ['withdraw', 'plans', 'payment', 'validation'],
});
export default withLayout(Account, WithdrawView);
