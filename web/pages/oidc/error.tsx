import { OidcErrorView } from '@/features/oidc/OidcErrorView';
import { OidcErrorScreenDocument } from '@/generated/OidcErrorScreen';
import { Oidc } from '@/layouts/Oidc';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: OidcErrorScreenDocument,
  namespaces: ['oidc'],
  status: ({ screen }) => screen?.status ?? 500,
  variables: ({ query }) => ({
    status: text(query.status),
    error: text(query.error),
    errorDescription: text(query.error_description),
  }),
});
export default withLayout(Oidc, OidcErrorView);
