import { MultiFactorCodeView } from '@/features/login/MultiFactorCodeView';
import type { Factor } from '@/generated/fragments';
import { MultiFactorCodeScreenDocument } from '@/generated/MultiFactorCodeScreen';
import { Login } from '@/layouts/Login';
import { withLayout } from '@/layouts/withLayout';
import { page } from '@/lib/server/page';

export const getServerSideProps = page({
  document: MultiFactorCodeScreenDocument,
  namespaces: ['login', 'validation'],
  variables: ({ params }) => ({ type: String(params?.type) as Factor }),
});
export default withLayout(Login, MultiFactorCodeView);
