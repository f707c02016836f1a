import { LoginCodeView } from '@/features/login/LoginCodeView';
import { LoginCodeScreenDocument } from '@/generated/LoginCodeScreen';
import { Oidc } from '@/layouts/Oidc';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: LoginCodeScreenDocument,
  namespaces: ['login', 'validation'],
  variables: () => ({ oidc: true }),
});
export default withLayout(Oidc, LoginCodeView);
