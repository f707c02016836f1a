import { MultiFactorView } from '@/features/login/MultiFactorView';
import { MultiFactorScreenDocument } from '@/generated/MultiFactorScreen';
import { Oidc } from '@/layouts/Oidc';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: MultiFactorScreenDocument,
  namespaces: ['login'],
  variables: () => ({ oidc: true }),
});
export default withLayout(Oidc, MultiFactorView);
