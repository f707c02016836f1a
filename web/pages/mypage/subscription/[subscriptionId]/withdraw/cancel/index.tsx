import { UndoView } from '@/features/subscription/UndoView';
import { UndoCancellationScreenDocument } from '@/generated/UndoCancellationScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: UndoCancellationScreenDocument,
  namespaces: ['subscription', 'plans', 'payment'],
  variables: ({ params }) => ({ subscriptionId: String(params?.subscriptionId) }),
});
export default withLayout(Account, UndoView, { back: 'own' });
