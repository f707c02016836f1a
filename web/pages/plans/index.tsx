import { PlansView } from '@/features/plans/PlansView';
import { PlansScreenDocument } from '@/generated/PlansScreen';
import { Guest } from '@/layouts/Guest';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: PlansScreenDocument, namespaces: ['plans', 'payment'] });
export default withLayout(Guest, PlansView);
