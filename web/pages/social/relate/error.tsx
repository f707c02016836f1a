import { SocialErrorView } from '@/features/social/SocialErrorView';
import { SocialErrorScreenDocument } from '@/generated/SocialErrorScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: SocialErrorScreenDocument,
  namespaces: ['social'],
  variables: ({ query }) => ({ code: text(query.code) }),
});
export default withLayout(Login, SocialErrorView);
