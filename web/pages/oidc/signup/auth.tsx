import { SignupAuthView } from '@/features/signup/SignupAuthView';
import { SignupAuthScreenDocument } from '@/generated/SignupAuthScreen';
import { Oidc } from '@/layouts/Oidc';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: SignupAuthScreenDocument,
  namespaces: ['signup', 'social', 'validation'],
  variables: ({ query }) => ({ returnTo: text(query.returnTo) }),
});
export default withLayout(Oidc, SignupAuthView);
