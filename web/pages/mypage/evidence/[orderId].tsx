import { EvidenceView } from '@/features/evidence/EvidenceView';
import { EvidenceScreenDocument } from '@/generated/EvidenceScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: EvidenceScreenDocument,
  namespaces: ['evidence'],
  variables: ({ params }) => ({ orderId: String(params?.orderId) }),
});
export default withLayout(Account, EvidenceView, { back: 'own' });
