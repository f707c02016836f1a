import { MemberView } from '@/features/desk/MemberView';
import { loadMember, wantedOf } from '@/features/desk/member';
import { Desk } from '@/layouts/Desk';
import { withLayout } from '@/layouts/withLayout';
import { deskPage } from '@/lib/server/desk';
import { text } from '@/lib/server/query';

export const getServerSideProps = deskPage({
  namespaces: ['desk', 'validation'],
  load: ({ params, query }, ask) =>
    loadMember(text(params?.accountId) ?? '', wantedOf(text(query.kind), text(query.after)), ask),
});

export default withLayout(Desk, MemberView);
