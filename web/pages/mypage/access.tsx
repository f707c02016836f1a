import { AccessView } from '@/features/access/AccessView';
import { AccessScreenDocument } from '@/generated/AccessScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: AccessScreenDocument,
  namespaces: ['access'],
  variables: ({ query }) => ({ after: text(query.after) }),
});
export default withLayout(Account, AccessView);
