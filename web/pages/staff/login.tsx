import { StaffLoginView } from '@/features/staff/StaffLoginView';
import { Desk } from '@/layouts/Desk';
import { withLayout } from '@/layouts/withLayout';
import { deskPage } from '@/lib/server/desk';
import { text } from '@/lib/server/query';

export const getServerSideProps = deskPage({
  namespaces: ['desk', 'staff', 'validation'],
  load: async ({ query }) => ({ returnTo: text(query.returnTo), refused: query.code !== undefined }),
});

export default withLayout(Desk, StaffLoginView, { narrow: true });
