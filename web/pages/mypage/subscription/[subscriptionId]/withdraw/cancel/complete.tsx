import { KeptView } from '@/features/subscription/KeptView';
import { CancellationUndoneScreenDocument } from '@/generated/CancellationUndoneScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: CancellationUndoneScreenDocument,
  namespaces: ['subscription', 'plans'],
  variables: ({ params }) => ({ subscriptionId: String(params?.subscriptionId) }),
});
export default withLayout(Account, KeptView, { narrow: true });
