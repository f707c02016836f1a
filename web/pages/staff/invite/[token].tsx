import { StaffInviteView } from '@/features/staff/StaffInviteView';
import { Desk } from '@/layouts/Desk';
import { withLayout } from '@/layouts/withLayout';
import { deskPage } from '@/lib/server/desk';
import { text } from '@/lib/server/query';

export const getServerSideProps = deskPage({
  namespaces: ['desk', 'staff', 'validation'],
  load: async ({ params }) => ({ token: text(params?.token) }),
});

export default withLayout(Desk, StaffInviteView, { narrow: true });
