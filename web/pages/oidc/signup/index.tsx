import { SignupEntryView } from '@/features/signup/SignupEntryView';
import { SignupScreenDocument } from '@/generated/SignupScreen';
import { Oidc } from '@/layouts/Oidc';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: SignupScreenDocument,
  namespaces: ['signup', 'validation'],
  variables: ({ query }) => ({ returnTo: text(query.returnTo) }),
});
export default withLayout(Oidc, SignupEntryView);
