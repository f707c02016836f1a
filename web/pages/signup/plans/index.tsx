import { SignupPlansView } from '@/features/plans/PlansView';
import { SignupPlansScreenDocument } from '@/generated/SignupPlansScreen';
import { Guest } from '@/layouts/Guest';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: SignupPlansScreenDocument, namespaces: ['plans', 'payment'] });
export default withLayout(Guest, SignupPlansView);
