import { MemberView } from '@/features/desk/MemberView';
import { loadMember } from '@/features/desk/member';
import { Desk } from '@/layouts/Desk';
import { withLayout } from '@/layouts/withLayout';
import { deskPage } from '@/lib/server/desk';
import { text } from '@/lib/server/query';

export const getServerSideProps = deskPage({
  namespaces: ['desk', 'validation'],
  load: ({ params }, ask) => loadMember(text(params?.accountId) ?? '', ask),
});

export default withLayout(Desk, MemberView);
