import { PolicyView } from '@/features/legal/PolicyView';
import { PolicyScreenDocument } from '@/generated/PolicyScreen';
import { Guest } from '@/layouts/Guest';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: PolicyScreenDocument,
  namespaces: ['legal'],
  variables: () => ({ key: 'privacy' }),
});
export default withLayout(Guest, PolicyView);
