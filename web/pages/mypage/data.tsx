import { MyDataView } from '@/features/data/MyDataView';
import { DataScreenDocument } from '@/generated/DataScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({ document: DataScreenDocument, namespaces: ['data'] });
export default withLayout(Account, MyDataView);
