import { ConsentView } from '@/features/consent/ConsentView';
import { ConsentScreenDocument } from '@/generated/ConsentScreen';
import { Account } from '@/layouts/Account';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: ConsentScreenDocument,
  namespaces: ['consent'],
  variables: ({ query }) => ({ type: text(query.type) }),
});
export default withLayout(Account, ConsentView);
