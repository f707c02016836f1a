import { ConsentView } from '@/features/oidc/ConsentView';
import { OidcConsentScreenDocument } from '@/generated/OidcConsentScreen';
import { Oidc } from '@/layouts/Oidc';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: OidcConsentScreenDocument,
  namespaces: ['oidc'],
  variables: ({ query }) => ({ request: text(query.request) ?? '' }),
});
export default withLayout(Oidc, ConsentView);
