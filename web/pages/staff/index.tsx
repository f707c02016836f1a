import { FindView } from '@/features/desk/FindView';
import { DeskScreenDocument } from '@/generated/staff/DeskScreen';
import { Desk } from '@/layouts/Desk';
import { withLayout } from '@/layouts/withLayout';
import { deskPage } from '@/lib/server/desk';

export const getServerSideProps = deskPage({
  namespaces: ['desk', 'validation'],
  load: (_, ask) => ask(DeskScreenDocument, {}),
});

export default withLayout(Desk, FindView);
