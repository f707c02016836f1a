import { WithdrawCompleteView } from '@/features/withdraw/WithdrawCompleteView';
import { WithdrawCompleteScreenDocument } from '@/generated/WithdrawCompleteScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: WithdrawCompleteScreenDocument, namespaces: ['withdraw'] });
export default withLayout(Login, WithdrawCompleteView);
