import { LoginView } from '@/features/login/LoginView';
import type { LoginMode } from '@/generated/fragments';
import { LoginScreenDocument } from '@/generated/LoginScreen';
import { Oidc } from '@/layouts/Oidc';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: LoginScreenDocument,
  namespaces: ['login', 'social', 'validation'],
  variables: ({ query }) => ({
    loginType: text(query.loginType) as LoginMode | null,
    returnTo: text(query.returnTo),
    oidc: true,
  }),
});
export default withLayout(Oidc, LoginView);
