import { LicensesView } from '@/features/legal/LicensesView';
import { RootScreenDocument } from '@/generated/RootScreen';
import { Guest } from '@/layouts/Guest';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: RootScreenDocument, namespaces: ['legal'] });
export default withLayout(Guest, LicensesView);
