import { StaffConfirmView } from '@/features/staff/StaffConfirmView';
import { DeskScreenDocument } from '@/generated/staff/DeskScreen';
import { Desk } from '@/layouts/Desk';
import { withLayout } from '@/layouts/withLayout';
import { deskPage } from '@/lib/server/desk';
import { text } from '@/lib/server/query';

export const getServerSideProps = deskPage({
  namespaces: ['desk', 'staff', 'validation'],
  load: async ({ query }, ask) => ({ ...(await ask(DeskScreenDocument, {})), returnTo: text(query.returnTo) }),
});

export default withLayout(Desk, StaffConfirmView, { narrow: true });
