import { ProposalsView } from '@/features/desk/ProposalsView';
import { ProposalsScreenDocument } from '@/generated/staff/ProposalsScreen';
import { Desk } from '@/layouts/Desk';
import { withLayout } from '@/layouts/withLayout';
import { deskPage } from '@/lib/server/desk';
import { text } from '@/lib/server/query';

export const getServerSideProps = deskPage({
  namespaces: ['desk', 'validation'],
  load: ({ query }, ask) => ask(ProposalsScreenDocument, { after: text(query.after) }),
});

export default withLayout(Desk, ProposalsView);
