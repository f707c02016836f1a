import { NewsletterStopView } from '@/features/consent/NewsletterStopView';
import { NewsletterStopScreenDocument } from '@/generated/NewsletterStopScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: NewsletterStopScreenDocument,
  namespaces: ['consent'],
  variables: ({ query }) => ({ token: text(query.token) }),
  status: ({ screen }) => (screen?.state === 'broken' ? 404 : 200),
});
export default withLayout(Login, NewsletterStopView);
