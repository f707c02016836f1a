import { OidcLogoutView } from '@/features/oidc/OidcLogoutView';
import { OidcLogoutScreenDocument } from '@/generated/OidcLogoutScreen';
import { Oidc } from '@/layouts/Oidc';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: OidcLogoutScreenDocument,
  namespaces: ['oidc'],
  variables: ({ query }) => ({
    clientId: text(query.client_id),
    postLogoutRedirectUri: text(query.post_logout_redirect_uri),
    state: text(query.state),
  }),
});
export default withLayout(Oidc, OidcLogoutView);
