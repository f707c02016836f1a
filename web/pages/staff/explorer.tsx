import { ExplorerView } from '@/features/desk/ExplorerView';
import { DeskScreenDocument } from '@/generated/staff/DeskScreen';
import { Desk } from '@/layouts/Desk';
import { withLayout } from '@/layouts/withLayout';
import { deskPage } from '@/lib/server/desk';

export const getServerSideProps = deskPage({
  namespaces: ['desk'],
  load: async ({ req }, ask) => (req.headers['x-kaiin-explorer'] === '1' ? ask(DeskScreenDocument, {}) : null),
});

export default withLayout(Desk, ExplorerView);
