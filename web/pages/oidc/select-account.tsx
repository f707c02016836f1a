import { SelectAccountView } from '@/features/oidc/SelectAccountView';
import { OidcSelectAccountScreenDocument } from '@/generated/OidcSelectAccountScreen';
import { Oidc } from '@/layouts/Oidc';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';
import { text } from '@/lib/server/query';

export const getServerSideProps = page({
  document: OidcSelectAccountScreenDocument,
  namespaces: ['oidc'],
  variables: ({ query }) => ({ request: text(query.request) ?? '' }),
});
export default withLayout(Oidc, SelectAccountView);
