import { MypagePlansView } from '@/features/plans/PlansView';
import { MypagePlansScreenDocument } from '@/generated/MypagePlansScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: MypagePlansScreenDocument, namespaces: ['plans', 'payment'] });
export default withLayout(Account, MypagePlansView);
